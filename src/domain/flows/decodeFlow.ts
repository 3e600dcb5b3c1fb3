import { Result, Schema } from "effect"
import { type ValidationIssue, issuesOf, firstOfEachField, ValidationFailed } from "../ValidationIssue.ts"
import { isObject, type JsonObject } from "../json/Json.ts"
import { type CheckTemplates, checkDefinition } from "./checkDefinition.ts"
import { oversizedMembers } from "./oversizedMembers.ts"
import { FlowInput } from "./Flow.ts"
import { readableDefinition } from "./readableDefinition.ts"

// A member that nothing reads is a mistake: a flow would not do what its author wrote.
const decode = Schema.decodeUnknownResult(FlowInput, { errors: "all", onExcessProperty: "error" })

/** The flow that a body has the shape of, or everything in which it has none, by dotted path. Pure. */
export const decodeShape = (body: unknown): Result.Result<FlowInput, ValidationFailed> =>
  Result.mapError(decode(body), ({ issue }) => new ValidationFailed({ issues: issuesOf(issue) }))

/** The flow that a body describes, or everything that is wrong with it by dotted path. Pure. */
export const decodeFlow = (
  body: JsonObject,
  checkTemplates: CheckTemplates
): Result.Result<FlowInput, ValidationFailed> => {
  const oversized = oversizedMembers(body["definition"])
  const given = body["definition"]
  const raw = isObject(given) && oversized.length > 0 ? { ...given, ...emptied(oversized) } : given
  const decoded = decode(raw === given ? body : { ...body, definition: raw })
  const misshapen = Result.isFailure(decoded) ? issuesOf(decoded.failure.issue) : []
  const definition = Result.isFailure(decoded) ? readableDefinition(raw) : decoded.success.definition
  const against = checkDefinition(definition, checkTemplates)
  const issues = firstOfEachField(oversized.map(ofDefinition), misshapen, against.map(ofDefinition))
  return Result.isFailure(decoded) || issues.length > 0
    ? Result.fail(new ValidationFailed({ issues }))
    : Result.succeed(decoded.success)
}

const emptied = (oversized: ReadonlyArray<ValidationIssue>): JsonObject =>
  Object.fromEntries(oversized.map(({ field }) => [field, []]))

const ofDefinition = ({ field, message }: ValidationIssue): ValidationIssue => ({
  field: `definition.${field}`,
  message
})
