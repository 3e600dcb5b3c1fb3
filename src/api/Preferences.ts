import { Schema } from "effect"
import { HttpApiSchema } from "effect/http-api"
import { ValidationIssue } from "../domain/ValidationIssue.ts"

/** The `Prefer` header (RFC 7240): `dry-run` where a change can be previewed, `handling=lenient` where a body is read. */
export const preferHeader = {
  prefer: Schema.optionalKey(
    Schema.String.annotate({
      description:
        "Preferences (RFC 7240), separated by commas: `dry-run` previews a change, `handling=lenient` leaves out invalid optional members of the body. Others are ignored."
    })
  )
}

const applied = {
  "preference-applied": Schema.optionalKey(
    Schema.String.annotate({ description: "The preferences of the request that were followed." })
  )
}

/** The members that a lenient call left out, with reasons (contract §2). Responses to strict calls have none. */
export const warnings = {
  warnings: Schema.optionalKey(Schema.Array(ValidationIssue.annotate({ identifier: "Warning" })))
}

/** A response with the `Preference-Applied` header; typed clients get its body alone. */
export const preferred = <A, I>(body: Schema.Codec<A, I>) =>
  Schema.toType(body).pipe(
    HttpApiSchema.encodeToWithHeaders(
      { body, headers: applied },
      { decode: (response) => response.body, encode: (value) => ({ body: value, headers: {} }) }
    )
  )
