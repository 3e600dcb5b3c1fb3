import { Schema } from "effect"
import { Condition, type Conditions } from "../conditions/Condition.ts"
import { type FactReader, factReader, type Facts } from "../conditions/Facts.ts"
import { conditionMatches } from "../conditions/matches.ts"

/** Whether a contact is in a segment, and which conditions hold for it, in the groups and order of the segment. */
export const SegmentExplanation = Schema.Struct({
  is_member: Schema.Boolean,
  groups: Schema.Array(Schema.Array(Schema.Struct({ condition: Condition, holds: Schema.Boolean })))
}).annotate({ identifier: "SegmentExplanation" })
export type SegmentExplanation = typeof SegmentExplanation.Type

/** Judges every condition of a segment for one contact. Pure. */
export const explainSegment = (conditions: Conditions, facts: Facts): SegmentExplanation =>
  explainConditions(conditions, factReader(facts))

/** Judges every condition by the facts of a reader. Pure. */
export const explainConditions = (conditions: Conditions, reader: FactReader): SegmentExplanation => {
  const groups = conditions.map((group) =>
    group.map((condition) => ({ condition, holds: conditionMatches(condition, reader) }))
  )
  return { is_member: groups.length === 0 || groups.some((group) => group.every(({ holds }) => holds)), groups }
}
