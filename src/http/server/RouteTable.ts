import { Context } from "effect"
import { HttpApi, type HttpApiGroup } from "effect/http-api"
import { BodyLimit } from "../../api/BodyLimit.ts"

export interface RouteTable {
  /** The methods a path answers; empty for an unknown path. Exact: case, slashes and all (contract §1). */
  readonly methodsOf: (path: string) => ReadonlyArray<string>
  /** Bytes of a body that the path reads. */
  readonly bodyLimitOf: (path: string) => number
  /** The path as the contract writes it, with names for what varies; undefined for an unknown path. */
  readonly templateOf: (path: string) => string | undefined
}

interface Route {
  readonly method: string
  readonly path: string
  readonly pattern: RegExp
  readonly limit: number
}

interface Answers {
  readonly methods: ReadonlyArray<string>
  readonly bodyLimit: number
  readonly template: string | undefined
}

/** Every path of the API and the further ones given, for answers that the router itself has none for. */
export const routeTable = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>,
  further: ReadonlyArray<readonly [method: string, path: string]>
): RouteTable => {
  const routes = further.map(([method, path]) => route(method, path, BodyLimit.defaultValue()))
  HttpApi.reflect(api, {
    onGroup: () => {},
    onEndpoint: ({ endpoint, mergedAnnotations }) =>
      routes.push(route(endpoint.method, endpoint.path, Context.get(mergedAnnotations, BodyLimit)))
  })
  const answers = (path: string, among = routes): Answers => {
    const matching = decodes(path) ? among.filter(({ pattern }) => pattern.test(path)) : []
    const methods = new Set(matching.map(({ method }) => method))
    if (methods.has("GET")) methods.add("HEAD")
    return {
      methods: [...methods],
      bodyLimit: matching[0]?.limit ?? BodyLimit.defaultValue(),
      template: matching[0]?.path
    }
  }
  // Most requests name a path without parameters; they cost one look-up.
  const isFixed = ({ path }: Route) => !path.includes(":")
  const fixed = new Map(routes.filter(isFixed).map(({ path }) => [path, answers(path)]))
  const open = routes.filter((route) => !isFixed(route))
  const find = (path: string) => fixed.get(path) ?? answers(path, open)
  return {
    methodsOf: (path) => find(path).methods,
    bodyLimitOf: (path) => find(path).bodyLimit,
    templateOf: (path) => find(path).template
  }
}

// The router knows no path whose escapes are no UTF-8.
const decodes = (path: string): boolean => {
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
