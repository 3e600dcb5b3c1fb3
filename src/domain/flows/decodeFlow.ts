import { Result, Schema } from "effect"
import { type ValidationIssue, issuesOf, firstOfEachField, ValidationFailed } from "../ValidationIssue.ts"
import { isObject, type JsonObject } from "../json/Json.ts"
import { boundedMembers } from "../json/members.ts"
import { type CheckTemplates, checkDefinition } from "./checkDefinition.ts"
import { FlowChange } from "./Flow.ts"
import { oversizedMembers } from "../conditions/oversizedMembers.ts"
import { readableDefinition } from "./readableDefinition.ts"

// Unknown members are issues: ignoring one would run another flow than its author wrote.
const decode = Schema.decodeUnknownResult(FlowChange, { errors: "all", onExcessProperty: "error" })
const names = Object.keys(FlowChange.fields)

/** The flow of a body by its schema alone, or every issue by dotted path. Pure. */
export const decodeShape = (body: unknown): Result.Result<FlowChange, ValidationFailed> =>
  Result.mapError(decode(body), ({ issue }) => new ValidationFailed({ issues: issuesOf(issue) }))

/** The flow of a body by its schema and `checkDefinition`, or every issue of both by dotted path. Pure. */
export const decodeFlow = (
  sent: JsonObject,
  checkTemplates: CheckTemplates
): Result.Result<FlowChange, ValidationFailed> => {
  const body = boundedMembers(sent, names)
  const given = body["definition"]
  const oversized = oversizedMembers(given)
  const raw = isObject(given) && oversized.length > 0 ? { ...given, ...emptied(oversized) } : given
  const decoded = decode(raw === given ? body : { ...body, definition: raw })
  const misshapen = Result.isFailure(decoded) ? issuesOf(decoded.failure.issue) : []
  const definition = Result.isFailure(decoded) ? readableDefinition(raw) : decoded.success.definition
  const broken = checkDefinition(definition, checkTemplates)
  const issues = firstOfEachField(oversized.map(ofDefinition), misshapen, broken.map(ofDefinition))
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
