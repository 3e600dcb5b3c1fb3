import { Schema } from "effect"
import { Timestamp } from "../values/Time.ts"

/** The looks at the measure of a test: one after the wait, the others spread over the hours by which it is extended. */
export const maxLooks = 5

/** The first variant. It goes out where no other is better. */
export const firstVariant = 0

const between = (minimum: number, maximum: number) =>
  Schema.Int.check(
    Schema.isBetween({ minimum, maximum }, { message: `Must be a whole number from ${minimum} to ${maximum}` })
  )

/** What makes a variant better: the share of people who clicked, or who ordered, or the revenue per person. */
export const VariantMeasure = Schema.Literals(["clicked", "ordered", "revenue"])
export type VariantMeasure = typeof VariantMeasure.Type

/** A share of the audience gets the variants in equal parts, and the rest the better one later (contract §15). */
export const VariantTest = Schema.Struct({
  percent: between(10, 50).annotate({ description: "Percent of the recipients that get the variants at once." }),
  measure: VariantMeasure,
  wait_hours: between(1, 168).annotate({ description: "Hours from the last message of the test to the first look." }),
  extend_hours: between(0, 168).annotate({
    description: "Hours by which the wait goes on at most while no variant is better; then the first one goes out."
  })
}).annotate({ identifier: "VariantTest" })
export type VariantTest = typeof VariantTest.Type

/**
 * How the test stands. `sent_at`: when its last message had gone out. `variants`: what the last look found of each; `leading`: the one with the
 * highest probability of being the best, which is `probability`. `variant` is null until it is chosen: it was `better`, or it is the first one
 * and the wait was over (`limit`). `waiting`: the contacts that get it.
 */
export const VariantChoice = Schema.Struct({
  sent_at: Timestamp,
  looked_at: Schema.NullOr(Timestamp),
  next_look_at: Schema.NullOr(Timestamp),
  variant: Schema.NullOr(Schema.Int),
  reason: Schema.NullOr(Schema.Literals(["better", "limit"])),
  leading: Schema.NullOr(Schema.Int),
  probability: Schema.NullOr(Schema.Finite),
  currency: Schema.NullOr(Schema.String),
  variants: Schema.Array(Schema.Struct({ people: Schema.Int, count: Schema.Int, revenue: Schema.Finite }))
}).annotate({ identifier: "VariantChoice" })
export type VariantChoice = typeof VariantChoice.Type
