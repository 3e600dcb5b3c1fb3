import { Schema } from "effect"
import { Timestamp } from "../values/Time.ts"

/** The largest share of people, in percent, that a flow or an account leaves without marketing for comparison. */
export const maxHoldout = 20

/** A share of people in percent. */
export const HoldoutPercent = Schema.Int.check(
  Schema.isBetween({ minimum: 0, maximum: maxHoldout }, { message: `Must be a whole number from 0 to ${maxHoldout}` })
)

/** The body that sets the holdout of a flow. */
export const HoldoutInput = Schema.Struct({ holdout_percent: HoldoutPercent }).annotate({ identifier: "HoldoutInput" })

const Group = Schema.Struct({ people: Schema.Int, ordered: Schema.Int, revenue: Schema.Finite }).annotate({
  identifier: "LiftGroup"
})

/**
 * The difference that messages make, and the interval that holds the true one in 95 of 100 cases. `proven`: it is so far from none that looking
 * at it again and again finds such a difference by chance in at most 5 of 100 cases.
 */
export const Difference = Schema.Struct({
  value: Schema.Finite,
  low: Schema.Finite,
  high: Schema.Finite,
  proven: Schema.Boolean
}).annotate({ identifier: "LiftDifference" })
export type Difference = typeof Difference.Type

/**
 * People who get messages beside those who are held out, by the orders of `days` (contract §20): `conversion` is the difference of the shares
 * that ordered at the time `counted_at`, `revenue` that of the revenue per person in `currency`. Both are null until there are enough people: about `people_needed` more.
 */
export const Lift = Schema.Struct({
  percent: Schema.Int,
  since: Timestamp,
  days: Schema.Int,
  currency: Schema.NullOr(Schema.String),
  messaged: Group,
  held_out: Group,
  conversion: Schema.NullOr(Difference),
  revenue: Schema.NullOr(Difference),
  people_needed: Schema.Int,
  counted_at: Timestamp
}).annotate({ identifier: "Lift" })
export type Lift = typeof Lift.Type
