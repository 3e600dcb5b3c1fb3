import { Context } from "effect"
import { HttpApi } from "effect/http-api"
import { RequiredRole } from "../../../src/api/dashboard/Access.ts"
import { DashboardApi } from "../../../src/api/dashboard/DashboardApi.ts"

/** Every endpoint of the dashboard, with the role that its declaration names; null without one. */
export const declaredRoles = (() => {
  const found: Array<{
    readonly name: string
    readonly method: string
    readonly path: string
    readonly role: typeof RequiredRole.Service
    readonly middleware: ReadonlyArray<string>
  }> = []
  HttpApi.reflect(DashboardApi, {
    onGroup: () => {},
    onEndpoint: ({ group, endpoint, middleware }) =>
      found.push({
        name: `${group.identifier}.${endpoint.identifier}`,
        method: endpoint.method,
        path: endpoint.path,
        role: Context.get(endpoint.annotations, RequiredRole),
        middleware: [...middleware].map(({ key }) => key)
      })
  })
  return found
})()
