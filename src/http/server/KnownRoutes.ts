import { Api } from "../../api/Api.ts"
import { DashboardApi } from "../../api/dashboard/DashboardApi.ts"
import { hookRoutes } from "../public/Hooks.ts"
import { storeHookRoutes } from "../public/StoreHooks.ts"
import { formRoutes } from "../pages/FormPages.ts"
import { messageLinkRoutes } from "../pages/MessageLinks.ts"
import { routeTable, type RouteTable } from "./RouteTable.ts"

/** Pages charged to the budget of the client's address. Dashboard pages are not: one visit loads dozens of files. */
export const budgetedPages: ReadonlySet<string> = new Set(["/openapi.json", "/docs", "/docs/reference.js"])

const publicRoutes = routeTable(Api, [
  ...[...budgetedPages].map((path) => ["GET", path] as const),
  ...formRoutes,
  ...messageLinkRoutes,
  ...hookRoutes,
  ...storeHookRoutes
])

const dashboardRoutes = routeTable(DashboardApi, [])

// Every path below /dashboard but its API is a page or a file.
const pageRoutes: RouteTable = {
  methodsOf: () => ["GET", "HEAD"],
  bodyLimitOf: dashboardRoutes.bodyLimitOf,
  templateOf: () => "/dashboard/*"
}

const isDashboardApi = (path: string): boolean => path === "/dashboard/api" || path.startsWith("/dashboard/api/")

export const isDashboard = (path: string): boolean => path === "/dashboard" || path.startsWith("/dashboard/")

/** Whether a path is a message link or a hook. Providers call these for many users from one address, so they have no address budget. */
export const isLinkOrHook = (path: string): boolean =>
  /^\/(?:u|c|hooks\/sms|hooks\/email|hooks\/stores)\/[^/]+$/.test(path)

/** The route table that covers a path. */
export const routesOf = (path: string): RouteTable =>
  !isDashboard(path) ? publicRoutes : isDashboardApi(path) ? dashboardRoutes : pageRoutes
