import { Context } from "effect"
import { HttpApi, type HttpApiGroup } from "effect/http-api"
import { BodyLimit } from "../api/BodyLimit.ts"

export interface RouteTable {
  /** The methods a path answers; empty for an unknown path. Exact: case, slashes and all (contract §1). */
  readonly methodsOf: (path: string) => ReadonlyArray<string>
  /** Bytes of a body that the path reads. */
  readonly bodyLimitOf: (path: string) => number
}

/** Every path of the API and the further ones given, for answers that the router itself has none for. */
export const routeTable = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>,
  further: ReadonlyArray<readonly [method: string, path: string]>
): RouteTable => {
  const routes: Array<readonly [method: string, pattern: RegExp, limit: number]> = further.map(([method, path]) => [
    method,
    patternOf(path),
    BodyLimit.defaultValue()
  ])
  HttpApi.reflect(api, {
    onGroup: () => {},
    onEndpoint: ({ endpoint, mergedAnnotations }) =>
      routes.push([endpoint.method, patternOf(endpoint.path), Context.get(mergedAnnotations, BodyLimit)])
  })
  return {
    methodsOf: (path) => {
      const methods = new Set(routes.flatMap(([method, pattern]) => (pattern.test(path) ? [method] : [])))
      if (methods.has("GET")) methods.add("HEAD")
      return [...methods]
    },
    bodyLimitOf: (path) => routes.find(([, pattern]) => pattern.test(path))?.[2] ?? BodyLimit.defaultValue()
  }
}

const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/:[a-z_]+/g, "[^/]+")}$`)
