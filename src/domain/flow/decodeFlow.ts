import { Result, Schema } from "effect"
import { faultsOf, ValidationFailed } from "../Fault.ts"
import type { JsonObject } from "../Json.ts"
import { type CheckTemplate, checkDefinition } from "./checkDefinition.ts"
import { FlowInput } from "./Flow.ts"

// A member that nothing reads is a mistake: a flow would not do what its author wrote.
const decode = Schema.decodeUnknownResult(FlowInput, { errors: "all", onExcessProperty: "error" })

/** The flow that a body describes, or everything that is wrong with it by dotted path. Pure. */
export const decodeFlow = (
  body: JsonObject,
  checkTemplate: CheckTemplate
): Result.Result<FlowInput, ValidationFailed> => {
  const decoded = decode(body)
  if (Result.isFailure(decoded)) return Result.fail(new ValidationFailed({ faults: faultsOf(decoded.failure.issue) }))
  const faults = checkDefinition(decoded.success.definition, checkTemplate)
  if (faults.length === 0) return Result.succeed(decoded.success)
  return Result.fail(
    new ValidationFailed({ faults: faults.map(({ field, message }) => ({ field: `definition.${field}`, message })) })
  )
}
