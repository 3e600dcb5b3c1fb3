import type { Cart } from "../carts/Cart.ts"
import type { EventTrigger } from "../events/Event.ts"
import type { Trigger } from "../orders/Order.ts"
import type { StartRefusal } from "../reasons.ts"
import { durationMillis } from "./FlowDuration.ts"
import type { Definition, Entry } from "./Definition.ts"
import { type ContactFacts, factReader, type FactReader } from "../conditions/Facts.ts"
import type { HistoryValues } from "../conditions/History.ts"
import { matches } from "../conditions/matches.ts"
import type { Product } from "../products/Product.ts"
import type { ProductRef } from "../products/subjectProduct.ts"
import { type FiredTrigger, isOfFlow } from "./triggerKinds.ts"

/** The order of a trigger; null for the other kinds. */
export const orderOf = (trigger: FiredTrigger): Trigger | null => ("order" in trigger ? trigger : null)

/** The event of a trigger; null for the other kinds. */
export const eventOf = (trigger: FiredTrigger): EventTrigger | null => (trigger.type === "event" ? trigger : null)

/** The cart of a trigger; null for the other kinds. */
export const cartOf = (trigger: FiredTrigger): Cart | null => (trigger.type === "cart_abandoned" ? trigger.cart : null)

/** The product of a trigger; null for the other kinds. */
export const productOf = (trigger: FiredTrigger): ProductRef | null => ("product" in trigger ? trigger.product : null)

/** The only flow that a trigger can start; null for triggers that start each flow of their detail. */
export const targetOf = (trigger: FiredTrigger): string | null => ("flow_id" in trigger ? trigger.flow_id : null)

/** An active flow with this trigger, and the contact's facts that its filters and entry rule read. */
export interface Candidate {
  readonly trigger: FiredTrigger
  readonly flow_id: string
  readonly name: string
  readonly version: number
  readonly definition: Definition
  readonly tags: ContactFacts["tags"]
  readonly custom_fields: ContactFacts["custom_fields"]
  readonly left_topics: ContactFacts["left_topics"]
  /** The values that the filters of the trigger's flows count in the contact's orders, events, messages and views of products. */
  readonly history: HistoryValues
  /** The product of the trigger as it is now, where a filter compares it. */
  readonly product?: Product | null
  /** When the contact's last run of the flow started, in milliseconds; null before any. */
  readonly last_started_at: number | null
}

/** Whether a flow starts at a trigger, and which rule prevents it. */
export interface StartDecision {
  readonly candidate: Candidate
  readonly starts: boolean
  readonly reason: StartRefusal | null
}

/**
 * Which candidates start, in the order given: each entry rule counts the starts before it. Exact while the contacts are locked,
 * because nothing else starts their flows meanwhile. Requires that candidates of one trigger have the same contact facts. Pure.
 */
export const decideStarts = (candidates: ReadonlyArray<Candidate>): ReadonlyArray<StartDecision> => {
  const lastStarts = new Map<string, number>()
  const readers = new Map<FiredTrigger, FactReader>()
  return candidates.map((candidate) => {
    const { trigger, definition, flow_id } = candidate
    const read = readers.get(trigger) ?? readerOf(candidate)
    readers.set(trigger, read)
    if (!matches(definition.filters, read)) return { candidate, starts: false, reason: "filters" }
    const key = `${trigger.account_id}|${flow_id}|${trigger.contact_id}`
    const last = lastStarts.get(key) ?? candidate.last_started_at
    if (isLoop(trigger, last)) return { candidate, starts: false, reason: "loop" }
    if (!mayEnter(definition.entry, last, trigger.occurred_at)) return { candidate, starts: false, reason: "entry" }
    lastStarts.set(key, trigger.occurred_at)
    return { candidate, starts: true, reason: null }
  })
}

const readerOf = ({ trigger, tags, custom_fields, left_topics, history, product }: Candidate): FactReader =>
  factReader({
    order: orderOf(trigger)?.order ?? null,
    event: eventOf(trigger)?.data ?? null,
    cart: cartOf(trigger),
    product: product ?? null,
    contact: { ...trigger.contact, tags, custom_fields, left_topics },
    history,
    now: trigger.occurred_at
  })

/** Milliseconds for which a flow that has started does not start again at a tag that a step of a flow gives. */
const loopGuard = 60_000

// Without it, a flow that removes and adds its own tag, or two that add each other's, would start themselves without end.
const isLoop = (trigger: FiredTrigger, last: number | null): boolean =>
  isOfFlow(trigger) && last !== null && trigger.occurred_at - last < loopGuard

const mayEnter = (entry: Entry, last: number | null, now: number): boolean => {
  if (last === null || entry.type === "always") return true
  return entry.type === "after" && now - last >= durationMillis(entry.duration)
}
