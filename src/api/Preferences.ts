import { Schema } from "effect"
import { HttpApiSchema } from "effect/http-api"
import { ValidationIssue } from "../domain/ValidationIssue.ts"

/** The `Prefer` header (RFC 7240): `dry-run` where a change can be previewed, `handling=lenient` where a body is read. */
export const preferHeader = {
  prefer: Schema.optionalKey(
    Schema.String.annotate({
      description:
        "Preferences (RFC 7240), separated by commas: `dry-run` previews a change, `handling=lenient` leaves out what can't be read of a body. Others are ignored."
    })
  )
}

const applied = {
  "preference-applied": Schema.optionalKey(
    Schema.String.annotate({ description: "The preferences of the request that were followed." })
  )
}

/** Members that a lenient call left out, and why (contract §2). Missing from the answer to a strict call. */
export const warnings = {
  warnings: Schema.optionalKey(Schema.Array(ValidationIssue.annotate({ identifier: "Warning" })))
}

/** An answer with `Preference-Applied`, which clients see as its body alone. */
export const preferred = <A, I>(body: Schema.Codec<A, I>) =>
  Schema.toType(body).pipe(
    HttpApiSchema.encodeToWithHeaders(
      { body, headers: applied },
      { decode: (answer) => answer.body, encode: (answer) => ({ body: answer, headers: {} }) }
    )
  )
