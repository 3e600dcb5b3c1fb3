import { Context } from "effect"
import { HttpApi, type HttpApiGroup } from "effect/http-api"
import { BodyLimit } from "../../api/BodyLimit.ts"
import { IdPattern } from "../../api/IdPattern.ts"

export interface RouteTable {
  /** The methods of a path; empty for an unknown path. Paths are exact, also in case and slashes (contract §1). */
  readonly methodsOf: (path: string) => ReadonlyArray<string>
  /** The methods to name to a caller with another one: those of a path whose id has the form that its endpoint declares (`IdPattern`). */
  readonly allowedOf: (path: string) => ReadonlyArray<string>
  /** The largest body of the path, in bytes. */
  readonly bodyLimitOf: (path: string) => number
  /** The route template, such as `/v1/contacts/:id`; undefined for an unknown path. */
  readonly templateOf: (path: string) => string | undefined
}

interface Route {
  readonly method: string
  readonly path: string
  readonly pattern: RegExp
  readonly declared: RegExp
  readonly limit: number
}

interface Match {
  readonly methods: ReadonlyArray<string>
  readonly allowed: ReadonlyArray<string>
  readonly bodyLimit: number
  readonly template: string | undefined
}

/** The routes of the API and further ones, for 404, 405 and 413 responses, which the router does not make itself. */
export const routeTable = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>,
  further: ReadonlyArray<readonly [method: string, path: string, bodyLimit?: number | undefined]>
): RouteTable => {
  const routes = further.map(([method, path, limit]) => route(method, path, limit ?? BodyLimit.defaultValue()))
  HttpApi.reflect(api, {
    onGroup: () => {},
    onEndpoint: ({ endpoint, mergedAnnotations }) =>
      routes.push(
        route(
          endpoint.method,
          endpoint.path,
          Context.get(mergedAnnotations, BodyLimit),
          Context.get(mergedAnnotations, IdPattern)
        )
      )
  })
  const match = (path: string, among: ReadonlyArray<Route>): Match => {
    const matching = isDecodable(path) ? among.filter(({ pattern }) => pattern.test(path)) : []
    return {
      methods: methodsOf(matching),
      allowed: methodsOf(matching.filter(({ declared }) => declared.test(path))),
      bodyLimit: matching.find(({ method }) => !bodiless.has(method))?.limit ?? BodyLimit.defaultValue(),
      template: matching[0]?.path
    }
  }
  // A path without parameters is not also that of an id. Most requests have one, which costs one look-up.
  const withoutParameters = routes.filter(({ path }) => !path.includes(":"))
  const parameterized = routes.filter(({ path }) => path.includes(":"))
  const fixed = new Map(withoutParameters.map(({ path }) => [path, match(path, withoutParameters)]))
  // Several parts of the service ask for the path of one request.
  let last: { readonly path: string; readonly found: Match } | undefined
  const find = (path: string): Match => {
    const known = fixed.get(path)
    if (known !== undefined) return known
    if (last?.path !== path) last = { path, found: match(path, parameterized) }
    return last.found
  }
  return {
    methodsOf: (path) => find(path).methods,
    allowedOf: (path) => find(path).allowed,
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

const methodsOf = (routes: ReadonlyArray<Route>): ReadonlyArray<string> => {
  const methods = new Set(routes.map(({ method }) => method))
  if (methods.has("GET")) methods.add("HEAD")
  return [...methods]
}

const bodiless: ReadonlySet<string> = new Set(["GET", "DELETE"])

const route = (method: string, path: string, limit: number, id?: string): Route => ({
  method,
  path,
  pattern: patternOf(path),
  declared: patternOf(path, id),
  limit
})

/** The pattern of a route template, whose parameter `id` has the pattern given. Linear: no parameter reaches over a slash. */
export const patternOf = (path: string, id = IdPattern.defaultValue()): RegExp =>
  new RegExp(
    `^${path
      .replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
      .replace(/:id\b/g, id)
      .replace(/:[a-z_]+/g, "[^/]+")}$`
  )
