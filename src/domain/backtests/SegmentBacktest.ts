import { Schema } from "effect"
import { Condition, Conditions } from "../conditions/Condition.ts"
import { IdText } from "../values/Id.ts"
import { Timestamp } from "../values/Time.ts"
import { partOfInput } from "./Backtest.ts"
import { BacktestExample } from "./examples.ts"

/**
 * The body of `POST /segments/backtest`: a saved segment by its id, conditions that are not saved, or both: changed conditions of a segment. `from`
 * belongs to the span, `to` does not.
 */
export const SegmentBacktestInput = Schema.Struct({
  segment_id: Schema.optionalKey(IdText),
  conditions: Schema.optionalKey(Conditions),
  from: Timestamp,
  to: Timestamp,
  ...partOfInput
}).annotate({ identifier: "SegmentBacktestInput" })
export type SegmentBacktestInput = typeof SegmentBacktestInput.Type

/** How often, and how many contacts, came in or went out. */
const Changes = Schema.Struct({ times: Schema.Int, people: Schema.Int }).annotate({
  identifier: "SegmentBacktestChanges"
})

/** One day of the account's time zone: `members` at its end, or at the end of the span. */
const Day = Schema.Struct({
  day: Schema.String,
  members: Schema.Int,
  entered: Schema.Int,
  left: Schema.Int
}).annotate({ identifier: "SegmentBacktestDay" })

/**
 * Who would have been in a segment in a span. `contacts` were looked at; `unjudged` of them have too long a past. `start` and `end`: contacts in the
 * segment at the beginning and at the end of the span. `examples`: contacts that stand for `member` (at the end), `entered` and `left`.
 * `notes`: what no record tells of this past, in words.
 */
export const SegmentBacktest = Schema.Struct({
  contacts: Schema.Int,
  unjudged: Schema.Int,
  start: Schema.Int,
  end: Schema.Int,
  entered: Changes,
  left: Changes,
  days: Schema.Array(Day),
  examples: Schema.Array(BacktestExample),
  notes: Schema.Array(Schema.String)
}).annotate({ identifier: "SegmentBacktest" })
export type SegmentBacktest = typeof SegmentBacktest.Type

/** A condition with what it compared then. */
export const ConditionAt = Schema.Struct({
  condition: Condition,
  holds: Schema.Boolean,
  value: Schema.NullOr(Schema.String).annotate({ description: "What the contact had then; null for nothing." })
}).annotate({ identifier: "BacktestCondition" })

/**
 * One contact: whether it was in the segment at the beginning of the span, each change after that, oldest first and at most 500, and each condition
 * at the end of the span, in the groups and order of the segment.
 */
const Person = Schema.Struct({
  was_member: Schema.Boolean,
  changes: Schema.Array(Schema.Struct({ at: Timestamp, is_member: Schema.Boolean })),
  is_member: Schema.Boolean,
  groups: Schema.Array(Schema.Array(ConditionAt))
}).annotate({ identifier: "SegmentBacktestPerson" })
export type SegmentBacktestPerson = typeof Person.Type

/**
 * A part of a backtest of a segment: some contacts of the account. `next_cursor` is null in the last part. The figures of all parts add up. `total`
 * is the number of the account's contacts, in the first part.
 */
export const SegmentBacktestPart = Schema.Struct({
  ...SegmentBacktest.fields,
  total: Schema.NullOr(Schema.Int),
  person: Schema.NullOr(Person),
  next_cursor: Schema.NullOr(Schema.String)
}).annotate({ identifier: "SegmentBacktestPart" })
export type SegmentBacktestPart = typeof SegmentBacktestPart.Type
