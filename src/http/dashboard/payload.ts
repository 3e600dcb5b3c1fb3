import { Effect, type Schema } from "effect"
import type { HttpServerRequest } from "effect/http"
import { decodeJson, readJson } from "../Body.ts"

const limit = 256 * 1024

/** The body of a request by its schema, read by the one JSON parser. */
export const payload = <A, I>(schema: Schema.Codec<A, I>) => {
  const decode = decodeJson(schema)
  return (request: HttpServerRequest.HttpServerRequest) => Effect.flatMap(readJson(request, limit), decode)
}
