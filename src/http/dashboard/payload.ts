import { Effect, type Schema } from "effect"
import type { HttpServerRequest } from "effect/http"
import type { JsonObject } from "../../domain/json/Json.ts"
import { decodeJson, readJson } from "../server/Body.ts"

const limit = 256 * 1024

// Forms keep no digits: a number that remembers its text is a number, not the object that it is to JavaScript.
const plain = (body: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, JSON.isRawJSON(value) ? Number(value.rawJSON) : value])
  )

/** The body of a request by its schema, read by the one JSON parser. */
export const payload = <A, I>(schema: Schema.Codec<A, I>) => {
  const decode = decodeJson(schema)
  return (request: HttpServerRequest.HttpServerRequest) =>
    Effect.flatMap(readJson(request, limit), (body) => decode(plain(body)))
}
