import { Context } from "effect"
import { HttpApi, type HttpApiGroup } from "effect/http-api"
import { BodyLimit } from "../../api/BodyLimit.ts"

export interface RouteTable {
  /** The methods of a path; empty for an unknown path. Paths are exact, also in case and slashes (contract §1). */
  readonly methodsOf: (path: string) => ReadonlyArray<string>
  /** The largest body of the path, in bytes. */
  readonly bodyLimitOf: (path: string) => number
  /** The route template, such as `/v1/contacts/:id`; undefined for an unknown path. */
  readonly templateOf: (path: string) => string | undefined
}

interface Route {
  readonly method: string
  readonly path: string
  readonly pattern: RegExp
  readonly limit: number
}

interface Match {
  readonly methods: ReadonlyArray<string>
  readonly bodyLimit: number
  readonly template: string | undefined
}

/** The routes of the API and further ones, for 404, 405 and 413 responses, which the router does not make itself. */
export const routeTable = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>,
  further: ReadonlyArray<readonly [method: string, path: string, bodyLimit?: number]>
): RouteTable => {
  const routes = further.map(([method, path, limit]) => route(method, path, limit ?? BodyLimit.defaultValue()))
  HttpApi.reflect(api, {
    onGroup: () => {},
    onEndpoint: ({ endpoint, mergedAnnotations }) =>
      routes.push(route(endpoint.method, endpoint.path, Context.get(mergedAnnotations, BodyLimit)))
  })
  const match = (path: string, among = routes): Match => {
    const matching = isDecodable(path) ? among.filter(({ pattern }) => pattern.test(path)) : []
    const methods = new Set(matching.map(({ method }) => method))
    if (methods.has("GET")) methods.add("HEAD")
    return {
      methods: [...methods],
      bodyLimit: matching[0]?.limit ?? BodyLimit.defaultValue(),
      template: matching[0]?.path
    }
  }
  // Most requests have a path without parameters, which costs one look-up.
  const isFixed = ({ path }: Route) => !path.includes(":")
  const fixed = new Map(routes.filter(isFixed).map(({ path }) => [path, match(path)]))
  const parameterized = routes.filter((route) => !isFixed(route))
  const find = (path: string) => fixed.get(path) ?? match(path, parameterized)
  return {
    methodsOf: (path) => find(path).methods,
    bodyLimitOf: (path) => find(path).bodyLimit,
    templateOf: (path) => find(path).template
  }
}

// The router matches no path with escapes that are not UTF-8.
const isDecodable = (path: string): boolean => {
  try {
    return decodeURIComponent(path) !== ""
  } catch {
    return false
  }
}

const route = (method: string, path: string, limit: number): Route => ({
  method,
  path,
  pattern: patternOf(path),
  limit
})

const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/:[a-z_]+/g, "[^/]+")}$`)
