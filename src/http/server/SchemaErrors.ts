import { Effect } from "effect"
import { HttpApiMiddleware } from "effect/http-api"
import { SchemaErrors } from "../../api/SchemaErrors.ts"
import { retiredNames } from "../../domain/contacts/ContactInput.ts"
import { type ValidationIssue, issuesOf, ValidationFailed } from "../../domain/ValidationIssue.ts"

/** Answers schema errors of path, query, headers and body with 422. A response of ours that does not encode stays a 500. */
export const SchemaErrorsLayer = HttpApiMiddleware.layerSchemaErrorTransform(SchemaErrors, (error) =>
  error.kind === "Body" || error.kind === "ResponseHeaders"
    ? Effect.fail(error)
    : Effect.fail(new ValidationFailed({ issues: issuesOf(error.cause.issue).map(withReplacement) }))
)

const withReplacement = ({ field, message }: ValidationIssue): ValidationIssue => {
  const now = retiredNames[field]
  return { field, message: now === undefined ? message : `Was replaced by ${now}` }
}
