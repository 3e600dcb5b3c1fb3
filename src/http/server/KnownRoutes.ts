import { Api } from "../../api/Api.ts"
import { DashboardApi } from "../../api/dashboard/DashboardApi.ts"
import { hookRoutes } from "../public/Hooks.ts"
import { messageLinkRoutes } from "../pages/MessageLinks.ts"
import { routeTable, type RouteTable } from "./RouteTable.ts"

/** Pages that draw from the budget of the client's address. Those of the dashboard, of which one visit asks for dozens, do not. */
export const budgetedPages: ReadonlySet<string> = new Set(["/openapi.json", "/docs", "/docs/reference.js"])

const publicRoutes = routeTable(Api, [
  ...[...budgetedPages].map((path) => ["GET", path] as const),
  ...messageLinkRoutes,
  ...hookRoutes
])

const dashboardRoutes = routeTable(DashboardApi, [])

// Everything below the dashboard that is not its API is one of its pages or files.
const pageRoutes: RouteTable = {
  methodsOf: () => ["GET", "HEAD"],
  bodyLimitOf: dashboardRoutes.bodyLimitOf,
  templateOf: () => "/dashboard/*"
}

const isDashboardApi = (path: string): boolean => path === "/dashboard/api" || path.startsWith("/dashboard/api/")

export const isDashboard = (path: string): boolean => path === "/dashboard" || path.startsWith("/dashboard/")

/** Whether a path is a link in a message or a hook, which providers call for many: it has no budget by address. */
export const isLinkOrHook = (path: string): boolean => /^\/(?:u|c|hooks\/sms|hooks\/email)\/[^/]+$/.test(path)

/** The routes that a path is one of, if it is one at all. */
export const routesOf = (path: string): RouteTable =>
  !isDashboard(path) ? publicRoutes : isDashboardApi(path) ? dashboardRoutes : pageRoutes
