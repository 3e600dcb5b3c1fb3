import { Effect, type Schema } from "effect"
import type { HttpServerRequest } from "effect/http"
import type { JsonObject } from "../../domain/json/Json.ts"
import { withPlainNumbers } from "../../domain/json/members.ts"
import type { ValidationIssue } from "../../domain/ValidationIssue.ts"
import { decodeJson, readJson } from "./Body.ts"

const maxBytes = 256 * 1024

/** Reads a JSON body of at most 256 KiB and decodes it by a schema and by `rules`, which its issues are reported with. */
export const payload = <A, I>(
  schema: Schema.Codec<A, I>,
  rules?: (body: JsonObject) => ReadonlyArray<ValidationIssue>
) => {
  const decode = decodeJson(schema)
  return (request: HttpServerRequest.HttpServerRequest) =>
    Effect.flatMap(readJson(request, maxBytes), (body) => decode(withPlainNumbers(body), rules))
}
