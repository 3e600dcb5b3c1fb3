import { Context } from "effect"
import { HttpApi } from "effect/http-api"
import { Api } from "../../../src/api/Api.ts"
import { Authorization, RequiredScope } from "../../../src/api/Authorization.ts"
import type { Scope } from "../../../src/domain/accounts/Scope.ts"

export interface Endpoint {
  readonly name: string
  readonly method: string
  readonly path: string
  /** The required scope; null for none. */
  readonly scope: Scope | null
}

/** Every endpoint of the public API that requires a token. */
export const endpoints: ReadonlyArray<Endpoint> = (() => {
  const found: Array<Endpoint> = []
  HttpApi.reflect(Api, {
    onGroup: () => {},
    onEndpoint: ({ endpoint, middleware, mergedAnnotations }) => {
      if (![...middleware].some(({ key }) => key === Authorization.key)) return
      const { method, path } = endpoint
      found.push({ name: `${method} ${path}`, method, path, scope: Context.get(mergedAnnotations, RequiredScope) })
    }
  })
  return found
})()

/** One endpoint of each method. All have one middleware, which decides on a token without knowing the endpoint's path. */
export const endpointOfEachMethod: ReadonlyArray<Endpoint> = [
  ...new Map(endpoints.map((endpoint) => [endpoint.method, endpoint])).values()
]

/** The request of an endpoint, with ids in its path, and a JSON body except for GET. */
export const requestOf = ({ method, path }: Endpoint, token: string, id = "none", body: unknown = {}) => ({
  path: path.replaceAll(/:[a-z_]+/g, id),
  init: {
    method,
    headers: { authorization: `Bearer ${token}`, ...(method === "GET" ? {} : { "content-type": "application/json" }) },
    ...(method === "GET" ? {} : { body: JSON.stringify(body) })
  }
})
