import { Result, Schema, Struct } from "effect"
import { firstOfEachField, issuesOf, ValidationFailed } from "../ValidationIssue.ts"
import type { JsonObject } from "../json/Json.ts"
import { boundedMembers } from "../json/members.ts"
import type { CheckTemplates } from "../flows/checkDefinition.ts"
import { decodeFlow } from "../flows/decodeFlow.ts"
import { BacktestInput } from "./Backtest.ts"

const decode = Schema.decodeUnknownResult(Schema.Struct(Struct.omit(BacktestInput.fields, ["definition"])), {
  errors: "all",
  onExcessProperty: "error"
})

const names = Object.keys(BacktestInput.fields)

/** A backtest of a body, or every issue of it and of its definition by dotted path. Pure. */
export const decodeBacktest = (
  sent: JsonObject,
  checkTemplates: CheckTemplates
): Result.Result<BacktestInput, ValidationFailed> => {
  const { definition, ...body } = boundedMembers(sent, names)
  const decoded = decode(body)
  const draft = definition === undefined ? undefined : decodeFlow({ name: "draft", definition }, checkTemplates)
  const issues = firstOfEachField(
    Result.isFailure(decoded) ? issuesOf(decoded.failure.issue) : [],
    draft !== undefined && Result.isFailure(draft) ? draft.failure.issues : []
  )
  if (Result.isFailure(decoded) || (draft !== undefined && Result.isFailure(draft)))
    return Result.fail(new ValidationFailed({ issues }))
  return Result.succeed(
    draft === undefined ? decoded.success : { ...decoded.success, definition: draft.success.definition }
  )
}
