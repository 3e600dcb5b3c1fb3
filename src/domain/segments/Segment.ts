import { Schema } from "effect"
import { Conditions } from "../conditions/Condition.ts"
import { Name } from "../values/Text.ts"
import { Timestamp } from "../values/Time.ts"

/** The body that creates a segment (contract §17). No group of conditions means every contact. */
export const SegmentInput = Schema.Struct({ name: Name, conditions: Conditions }).annotate({
  identifier: "SegmentInput"
})
export type SegmentInput = typeof SegmentInput.Type

/** The body that changes a segment. An omitted member stays. */
export const SegmentChange = Schema.Struct({
  name: Schema.optionalKey(Name),
  conditions: Schema.optionalKey(Conditions)
}).annotate({ identifier: "SegmentChange" })
export type SegmentChange = typeof SegmentChange.Type

/** The body that counts contacts without saving a segment. */
export const SegmentDraft = Schema.Struct({ conditions: Conditions }).annotate({ identifier: "SegmentDraft" })
export type SegmentDraft = typeof SegmentDraft.Type

/** A named set of contacts: those for which its conditions match at the time of reading. */
export const Segment = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  conditions: Conditions,
  created_at: Timestamp,
  updated_at: Timestamp
}).annotate({ identifier: "Segment" })
export type Segment = typeof Segment.Type

/**
 * The exact number of contacts in a segment. `counted_at`: as of when, where one statement takes too long to count them; null: as of this
 * call.
 */
export const SegmentCount = Schema.Struct({
  count: Schema.Int,
  counted_at: Schema.NullOr(Timestamp)
}).annotate({ identifier: "SegmentCount" })
export type SegmentCount = typeof SegmentCount.Type

/** `counted_after`: only a count that was made after that time is given. */
export const SegmentCountQuery = { counted_after: Schema.optionalKey(Timestamp) }
