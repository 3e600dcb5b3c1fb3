import { HttpApiMiddleware } from "effect/http-api"
import { ValidationFailedBody } from "./Errors.ts"

/** Answers schema errors with `validation_failed`. */
export class SchemaErrors extends HttpApiMiddleware.Service<SchemaErrors>()("tally/api/SchemaErrors", {
  error: ValidationFailedBody
}) {}
