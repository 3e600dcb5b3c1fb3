import { Option, Schema } from "effect"
import type { HttpServerResponse } from "effect/http"
import { fieldNames } from "../../api/fieldNames.ts"
import { fieldName } from "../../domain/accounts/LoggedRequest.ts"

const ErrorAnswer = Schema.fromJsonString(
  Schema.Struct({
    error: Schema.Struct({
      code: Schema.String,
      details: Schema.optionalKey(Schema.Array(Schema.Struct({ field: Schema.String })))
    })
  })
)

const decode = Schema.decodeUnknownOption(ErrorAnswer)
const maxFields = 20

/** What of an error answer may be kept: its code, and which fields were invalid. */
export const loggedErrorOf = ({
  status,
  body
}: HttpServerResponse.HttpServerResponse): {
  readonly error_code: string | null
  readonly fields: ReadonlyArray<string> | null
} => {
  if (status < 400 || body._tag !== "Uint8Array") return { error_code: null, fields: null }
  const answer = Option.getOrUndefined(decode(body.text ?? Buffer.from(body.body).toString("utf8")))
  const named = answer?.error.details?.map(({ field }) => fieldName(field, fieldNames)).filter((name) => name !== "*")
  return {
    error_code: answer?.error.code ?? null,
    fields: named === undefined || named.length === 0 ? null : [...new Set(named)].slice(0, maxFields)
  }
}
