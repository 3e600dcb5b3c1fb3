import { Api } from "../../api/Api.ts"
import { DashboardApi } from "../../api/dashboard/DashboardApi.ts"
import { publicPaths } from "./publicPaths.ts"
import { routeTable, type RouteTable } from "./RouteTable.ts"

const publicRoutes = routeTable(
  Api,
  publicPaths.map(({ method, path, bodyLimit }) => [method, path, bodyLimit] as const)
)

const dashboardRoutes = routeTable(DashboardApi, [])

// Every path below /dashboard but its API is a page or a file.
const pageRoutes: RouteTable = {
  methodsOf: () => ["GET", "HEAD"],
  allowedOf: () => ["GET", "HEAD"],
  bodyLimitOf: dashboardRoutes.bodyLimitOf,
  templateOf: () => "/dashboard/*"
}

// `/` leads people to the dashboard. For any other method it is no path.
const startRoutes: RouteTable = { ...publicRoutes, allowedOf: () => [] }

const isDashboardApi = (path: string): boolean => path === "/dashboard/api" || path.startsWith("/dashboard/api/")

export const isDashboard = (path: string): boolean => path === "/dashboard" || path.startsWith("/dashboard/")

/** The route table that covers a path. */
export const routesOf = (path: string): RouteTable =>
  path === "/" ? startRoutes : !isDashboard(path) ? publicRoutes : isDashboardApi(path) ? dashboardRoutes : pageRoutes
