import { Schema } from "effect"
import { Channel } from "../contacts/Consent.ts"
import { EventType } from "../events/EventInput.ts"
import { Conditions } from "./Condition.ts"
import { IdText } from "../values/Id.ts"
import { NonEmptyText } from "../values/Text.ts"
import { FlowDuration } from "./FlowDuration.ts"
import { LocalTime, LocalZone, Step } from "./Step.ts"

/** The kind of orders, events or changes of consent, the tag, the time without an order, the date, or the segment, that start a flow. */
export const FlowTrigger = Schema.Union([
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
  Schema.Struct({ type: Schema.Literal("entered_segment"), segment_id: IdText })
]).annotate({
  message:
    "Must have a type: order_placed, order_received, event, subscribed, unsubscribed, tagged, no_order_for, date or entered_segment"
})
export type FlowTrigger = typeof FlowTrigger.Type

/** What a trigger starts flows with, besides the contact. */
export const subjectOfTrigger = (type: FlowTrigger["type"]): "order" | "event" | "none" =>
  type === "event" ? "event" : type === "order_placed" || type === "order_received" ? "order" : "none"

/** How often a contact may enter: at every trigger, once ever, or again only so long after the last entry. */
export const Entry = Schema.Union([
  Schema.Struct({ type: Schema.Literal("always") }),
  Schema.Struct({ type: Schema.Literal("once") }),
  Schema.Struct({ type: Schema.Literal("after"), duration: FlowDuration })
]).annotate({ message: "Must have a type: always, once or after" })
export type Entry = typeof Entry.Type

/** Steps of a definition, including those inside splits. */
export const maxSteps = 100

/** Conditions plus groups, counted separately for the filters and for all splits together. */
export const maxConditions = 1_000

/** Which contacts a flow takes and what it does for them (contract §10). Saving one makes a new version; runs stay on theirs. */
export const Definition = Schema.Struct({
  trigger: FlowTrigger,
  filters: Conditions,
  entry: Entry,
  exit: Schema.Struct({ on_purchase: Schema.Boolean }),
  steps: Schema.Array(Step).check(
    Schema.isMinLength(1, { message: "Must have a step" }),
    Schema.isMaxLength(maxSteps, { message: `Must have at most ${maxSteps} steps` })
  )
}).annotate({ identifier: "FlowDefinition" })
export type Definition = typeof Definition.Type
