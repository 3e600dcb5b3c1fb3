import { Result, Schema } from "effect"
import { checkConditions, type Subject } from "../conditions/checkConditions.ts"
import { countConditions } from "../conditions/oversizedMembers.ts"
import { readableConditions } from "../conditions/readable.ts"
import type { JsonObject } from "../json/Json.ts"
import { pickMembers } from "../json/members.ts"
import { firstOfEachField, issuesOf, type ValidationIssue, ValidationFailed } from "../ValidationIssue.ts"
import { SegmentChange, SegmentDraft, SegmentInput } from "./Segment.ts"

/** Conditions plus groups of a segment. */
export const maxSegmentConditions = 100

const subject: Subject = {
  roots: ["contact"],
  missing: (root) => `A segment can't compare the ${root} that starts a flow; use ${root}.count`
}

/** Reads bodies with conditions of a segment. */
export const decoder = <A, I>(schema: Schema.Codec<A, I> & { readonly fields: Readonly<Record<string, unknown>> }) => {
  // Unknown members of a condition are issues: ignoring one would select other contacts than its author wrote.
  const decode = Schema.decodeUnknownResult(schema, { errors: "all", onExcessProperty: "error" })
  const names = Object.keys(schema.fields)
  /** The body by its schema and the rules of conditions, or every issue of both by dotted path. Pure. */
  return (given: JsonObject): Result.Result<A, ValidationFailed> => {
    const body = pickMembers(given, names)
    const isOversized = countConditions(body["conditions"], maxSegmentConditions) > maxSegmentConditions
    const conditions = isOversized ? [] : body["conditions"]
    const oversized: ReadonlyArray<ValidationIssue> = isOversized
      ? [{ field: "conditions", message: `Must have at most ${maxSegmentConditions} conditions and groups in all` }]
      : []
    const decoded = decode(isOversized ? { ...body, conditions } : body)
    const misshapen = Result.isFailure(decoded) ? issuesOf(decoded.failure.issue) : []
    const broken = checkConditions(readableConditions(conditions), "conditions", subject)
    const issues = firstOfEachField(oversized, misshapen, broken)
    return Result.isFailure(decoded) || issues.length > 0
      ? Result.fail(new ValidationFailed({ issues }))
      : Result.succeed(decoded.success)
  }
}

export const decodeSegment = decoder(SegmentInput)
export const decodeSegmentChange = decoder(SegmentChange)
export const decodeSegmentDraft = decoder(SegmentDraft)
