import { Api } from "../api/Api.ts"
import { DashboardApi } from "../api/dashboard/DashboardApi.ts"
import { hookRoutes } from "./Hooks.ts"
import { messageLinkRoutes } from "./MessageLinks.ts"
import { routeTable, type RouteTable } from "./RouteTable.ts"

const publicRoutes = routeTable(Api, [["GET", "/openapi.json"], ["GET", "/docs"], ...messageLinkRoutes, ...hookRoutes])

const dashboardRoutes = routeTable(DashboardApi, [])

// Everything below the dashboard that is not its API is one of its pages or files.
const pageRoutes: RouteTable = {
  methodsOf: () => ["GET", "HEAD"],
  bodyLimitOf: dashboardRoutes.bodyLimitOf,
  templateOf: () => "/dashboard/*"
}

const isDashboardApi = (path: string): boolean => path === "/dashboard/api" || path.startsWith("/dashboard/api/")

export const isDashboard = (path: string): boolean => path === "/dashboard" || path.startsWith("/dashboard/")

/** The routes that a path is one of, if it is one at all. */
export const routesOf = (path: string): RouteTable =>
  !isDashboard(path) ? publicRoutes : isDashboardApi(path) ? dashboardRoutes : pageRoutes
