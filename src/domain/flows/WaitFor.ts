import { Schema } from "effect"
import { EventType } from "../events/EventInput.ts"
import type { Conditions } from "../conditions/Condition.ts"
import type { FiredTrigger } from "./triggerKinds.ts"
import type { Step } from "./Step.ts"

/** The event that a `wait_for` awaits. */
export const Awaited = Schema.Union([
  Schema.Struct({ type: Schema.Literal("order_placed") }),
  Schema.Struct({ type: Schema.Literal("order_received") }),
  Schema.Struct({ type: Schema.Literal("event"), event_type: EventType })
]).annotate({ identifier: "FlowAwaited", message: "Must have a type: order_placed, order_received or event" })
export type Awaited = typeof Awaited.Type

/** Waits for an order or event of the contact at most as long as `timeout`, and takes the branch of what comes first. */
export interface WaitFor {
  readonly id: string
  readonly type: "wait_for"
  readonly for: Awaited
  /** Which orders or events count; without it, each. */
  readonly where?: Conditions
  readonly timeout: string
  readonly happened: ReadonlyArray<Step>
  readonly timed_out: ReadonlyArray<Step>
}

/** The text by which a waiting run is stored and found. */
export const awaitedKey = (awaited: Awaited): string =>
  awaited.type === "event" ? `event|${awaited.event_type}` : awaited.type

/** The key of the waits that a trigger can end; undefined for triggers that none waits for. */
export const awaitedKeyOf = (trigger: FiredTrigger): string | undefined => {
  if (trigger.type === "event") return awaitedKey({ type: "event", event_type: trigger.event_type })
  return trigger.type === "order_placed" || trigger.type === "order_received" ? trigger.type : undefined
}

/** The event that a stored key awaits. */
export const awaitedOfKey = (key: string): Awaited => {
  const [type, event_type = ""] = key.split("|", 2)
  return type === "order_placed" || type === "order_received" ? { type } : { type: "event", event_type }
}
