import { Result, Schema } from "effect"
import { faultsOf, ValidationFailed } from "../Fault.ts"
import type { JsonObject } from "../Json.ts"
import { type CheckTemplates, checkDefinition } from "./checkDefinition.ts"
import { FlowInput } from "./Flow.ts"
import { readableDefinition } from "./readableDefinition.ts"

// A member that nothing reads is a mistake: a flow would not do what its author wrote.
const decode = Schema.decodeUnknownResult(FlowInput, { errors: "all", onExcessProperty: "error" })

/** The flow that a body has the shape of, or everything in which it has none, by dotted path. Pure. */
export const decodeShape = (body: unknown): Result.Result<FlowInput, ValidationFailed> =>
  Result.mapError(decode(body), ({ issue }) => new ValidationFailed({ faults: faultsOf(issue) }))

/** The flow that a body describes, or everything that is wrong with it by dotted path. Pure. */
export const decodeFlow = (
  body: JsonObject,
  checkTemplates: CheckTemplates
): Result.Result<FlowInput, ValidationFailed> => {
  const decoded = decode(body)
  const misshapen = Result.isFailure(decoded) ? faultsOf(decoded.failure.issue) : []
  const seen = new Set(misshapen.map(({ field }) => field))
  const definition = Result.isFailure(decoded) ? readableDefinition(body["definition"]) : decoded.success.definition
  const against = checkDefinition(definition, checkTemplates)
    .map(({ field, message }) => ({ field: `definition.${field}`, message }))
    .filter(({ field }) => !seen.has(field))
  const faults = [...misshapen, ...against]
  return Result.isFailure(decoded) || faults.length > 0
    ? Result.fail(new ValidationFailed({ faults }))
    : Result.succeed(decoded.success)
}
