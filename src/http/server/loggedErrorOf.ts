import { Option, Schema } from "effect"
import type { HttpServerResponse } from "effect/http"
import { fieldNames } from "../../api/fieldNames.ts"
import { fieldName } from "../../domain/accounts/LoggedRequest.ts"

const ErrorResponse = Schema.fromJsonString(
  Schema.Struct({
    error: Schema.Struct({
      code: Schema.String,
      details: Schema.optionalKey(Schema.Array(Schema.Struct({ field: Schema.String })))
    })
  })
)

const decode = Schema.decodeUnknownOption(ErrorResponse)
const maxFields = 20

/** The parts of an error response that the request log keeps: its code and the known fields that were invalid. */
export const loggedErrorOf = ({
  status,
  body
}: HttpServerResponse.HttpServerResponse): {
  readonly error_code: string | null
  readonly fields: ReadonlyArray<string> | null
} => {
  if (status < 400 || body._tag !== "Uint8Array") return { error_code: null, fields: null }
  const response = Option.getOrUndefined(decode(body.text ?? Buffer.from(body.body).toString("utf8")))
  const fields = response?.error.details
    ?.map(({ field }) => fieldName(field, fieldNames))
    .filter((name) => name !== "*")
  return {
    error_code: response?.error.code ?? null,
    fields: fields === undefined || fields.length === 0 ? null : [...new Set(fields)].slice(0, maxFields)
  }
}
