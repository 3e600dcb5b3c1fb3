import { HttpApiMiddleware } from "effect/http-api"
import { ValidationFailedBody } from "./Errors.ts"

/** Turns what a schema refuses into `validation_failed`. */
export class SchemaErrors extends HttpApiMiddleware.Service<SchemaErrors>()("tally/api/SchemaErrors", {
  error: ValidationFailedBody
}) {}
