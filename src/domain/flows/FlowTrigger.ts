import { Schema } from "effect"
import { CartStage } from "../carts/Cart.ts"
import { Channel } from "../contacts/Consent.ts"
import { EventType } from "../events/EventInput.ts"
import { IdText } from "../values/Id.ts"
import { NonEmptyText } from "../values/Text.ts"
import { durationMillis, FlowDuration } from "./FlowDuration.ts"
import { LocalTime, LocalZone } from "./Step.ts"

// Less than the time for which carts are kept.
const maxCartWait = 60 * 86_400_000

// Views are kept for longer than a span and a wait.
const atMost30Days = Schema.makeFilter<string>(
  (duration) => durationMillis(duration) <= 30 * 86_400_000 || "Must be at most 30 days"
)

const triggers = [
  Schema.Struct({ type: Schema.Literal("order_placed") }),
  Schema.Struct({ type: Schema.Literal("order_received") }),
  Schema.Struct({ type: Schema.Literal("event"), event_type: EventType }),
  Schema.Struct({ type: Schema.Literal("subscribed"), channel: Channel }),
  Schema.Struct({ type: Schema.Literal("unsubscribed"), channel: Channel }),
  Schema.Struct({ type: Schema.Literal("tagged"), tag: NonEmptyText }),
  Schema.Struct({ type: Schema.Literal("no_order_for"), duration: FlowDuration }),
  Schema.Struct({
    type: Schema.Literal("date"),
    field: NonEmptyText.annotate({
      description: "The name of the custom field, whose text begins with a date, `2026-05-04`."
    }),
    repeat: Schema.Literals(["yearly", "once"]),
    days: Schema.Int.check(
      Schema.isBetween({ minimum: -365, maximum: 365 }, { message: "Must be a whole number from -365 to 365" })
    ).annotate({ description: "Days after the date; a negative number is days before it." }),
    time: LocalTime,
    zone: Schema.optionalKey(LocalZone)
  }),
  Schema.Struct({ type: Schema.Literal("entered_segment"), segment_id: IdText }),
  Schema.Struct({
    type: Schema.Literal("cart_abandoned"),
    duration: FlowDuration.check(
      Schema.makeFilter((duration) => durationMillis(duration) <= maxCartWait || "Must be at most 60 days")
    ).annotate({ description: "How long the cart was not changed, at most 60 days." }),
    stage: Schema.optionalKey(CartStage),
    least_total: Schema.optionalKey(
      Schema.Finite.check(Schema.isGreaterThanOrEqualTo(0, { message: "Must be a number, zero or more" }))
    ).annotate({ description: "The least total of the cart, in its own currency." })
  }),
  Schema.Struct({
    type: Schema.Literal("product_viewed"),
    times: Schema.Int.check(
      Schema.isBetween({ minimum: 1, maximum: 20 }, { message: "Must be a whole number from 1 to 20" })
    ).annotate({ description: "How often the contact looked at the product." }),
    within: FlowDuration.check(atMost30Days).annotate({
      description: "The span in which the contact looked so often, at most 30 days."
    }),
    duration: FlowDuration.check(atMost30Days).annotate({
      description: "How long the contact did not look at it again, at most 30 days."
    })
  }),
  Schema.Struct({
    type: Schema.Literal("back_in_stock"),
    people_per_hour: Schema.optionalKey(
      Schema.Int.check(
        Schema.isBetween({ minimum: 1, maximum: 10_000 }, { message: "Must be a whole number from 1 to 10000" })
      )
    ).annotate({ description: "How many people are told of one restocking in an hour; 200 if absent." })
  }),
  Schema.Struct({
    type: Schema.Literal("price_dropped"),
    percent: Schema.Int.check(
      Schema.isBetween({ minimum: 1, maximum: 90 }, { message: "Must be a whole number from 1 to 90" })
    ).annotate({ description: "By how many percent the price fell at least, at once." }),
    days: Schema.Int.check(
      Schema.isBetween({ minimum: 1, maximum: 90 }, { message: "Must be a whole number from 1 to 90" })
    ).annotate({
      description: "Days before that within which the contact viewed the product, or changed a cart with it."
    })
  })
] as const

const types = triggers.map(({ fields }) => fields.type.literal)

/** The type of the trigger that started a run. */
export const CauseType = Schema.Literals(types)

/** The kind of orders, events or changes of consent, the tag, the time without an order, the date, the segment, the cart that was left, or the product that was viewed, is back or cheaper, that start a flow. */
export const FlowTrigger = Schema.Union(triggers).annotate({
  message: `Must have a type: ${types.slice(0, -1).join(", ")} or ${types.slice(-1).join()}`
})
export type FlowTrigger = typeof FlowTrigger.Type
