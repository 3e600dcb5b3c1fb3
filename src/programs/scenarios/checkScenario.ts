import { Effect } from "effect"
import { decodeFlow } from "../../domain/flows/decodeFlow.ts"
import { isObject, type JsonObject } from "../../domain/json/Json.ts"
import type { Scenario } from "../../domain/scenarios/Scenario.ts"
import { decodeSegment } from "../../domain/segments/decodeSegment.ts"
import { firstOfEachField, type ValidationIssue, type ValidationFailed } from "../../domain/ValidationIssue.ts"
import { checkTemplates } from "../../outbound/templates/checkTemplates.ts"
import { readCall, type ScenarioAccount } from "./readCall.ts"

/** A flow whose trigger names a segment of the file, with the id of that segment. */
export const withSegmentId = (body: JsonObject, ids: ReadonlyMap<string, string>): JsonObject => {
  const definition = body["definition"]
  const trigger = isObject(definition) ? definition["trigger"] : undefined
  if (!isObject(definition) || !isObject(trigger) || trigger["type"] !== "entered_segment") return body
  const segment_id = ids.get(String(trigger["segment_id"]))
  return segment_id === undefined
    ? body
    : { ...body, definition: { ...definition, trigger: { ...trigger, segment_id } } }
}

/** Issues of a value by their place in the file. */
export const placed = (place: string, issues: ReadonlyArray<ValidationIssue>): ReadonlyArray<ValidationIssue> =>
  issues.map(({ field, message }) => ({ field: field === "" ? place : `${place}.${field}`, message }))

/** The issues of every body of a scenario, and of calls that are outside of their time. */
export const issuesOfBodies = Effect.fnUntraced(function* (
  account: ScenarioAccount,
  { clock, past = [], calls, segments = [], flows }: typeof Scenario.Type
) {
  const starts_at = clock.starts_at.epochMilliseconds
  const issuesOf = <A>(place: string, read: Effect.Effect<A, ValidationFailed>) =>
    Effect.match(read, { onSuccess: () => [], onFailure: ({ issues }) => placed(place, issues) })
  const names = new Map(segments.map(({ name }) => [String(name), "segment"]))
  const late = past.flatMap(({ at }, index) =>
    at.epochMilliseconds < starts_at ? [] : [{ field: `past.${index}.at`, message: "Must be before the clock starts" }]
  )
  const outside = calls.flatMap(({ at: { epochMilliseconds: at } }, index) =>
    at >= starts_at && at <= clock.ends_at.epochMilliseconds
      ? []
      : [{ field: `calls.${index}.at`, message: "Must be between the start and the end of the clock" }]
  )
  const found = yield* Effect.all([
    ...segments.map((body, at) => issuesOf(`segments.${at}`, Effect.fromResult(decodeSegment(body)))),
    ...flows.map((body, at) =>
      issuesOf(`flows.${at}`, Effect.fromResult(decodeFlow(withSegmentId(body, names), checkTemplates)))
    ),
    ...past.map((call, at) => issuesOf(`past.${at}`, readCall(account, call))),
    ...calls.map((call, at) => issuesOf(`calls.${at}`, readCall(account, call)))
  ])
  return firstOfEachField(late, outside, found.flat())
})
