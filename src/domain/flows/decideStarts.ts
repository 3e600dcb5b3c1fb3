import type { EventTrigger } from "../events/Event.ts"
import type { Trigger } from "../orders/Order.ts"
import type { StartRefusal } from "../reasons.ts"
import { durationMillis } from "./FlowDuration.ts"
import type { AbsenceTrigger } from "./AbsenceTrigger.ts"
import type { ConsentTrigger } from "./consentTriggers.ts"
import type { DateTrigger } from "./dateTriggers.ts"
import type { Definition, Entry, FlowTrigger } from "./Definition.ts"
import { type ContactFacts, factReader, type FactReader } from "./Facts.ts"
import type { HistoryValues } from "./History.ts"
import { matches } from "./matches.ts"
import type { SegmentTrigger } from "./SegmentTrigger.ts"
import type { TagTrigger } from "./tagTriggers.ts"

/** An order, event, change of consent, new tag, date or entry into a segment, or an absence that lasts, which may start flows. */
export type FiredTrigger =
  | SegmentTrigger
  | Trigger
  | EventTrigger
  | ConsentTrigger
  | TagTrigger
  | AbsenceTrigger
  | DateTrigger

/** The order of a trigger; null for the other kinds. */
export const orderOf = (trigger: FiredTrigger): Trigger | null => ("order" in trigger ? trigger : null)

/** The event of a trigger; null for the other kinds. */
export const eventOf = (trigger: FiredTrigger): EventTrigger | null => (trigger.type === "event" ? trigger : null)

/** What tells triggers of one type apart: the type of the event, the channel of the consent, the tag, the time without an order, the field of the date or the segment; null for orders. */
export const triggerDetail = (trigger: FlowTrigger | FiredTrigger): string | null => {
  if (trigger.type === "event") return trigger.event_type
  if (trigger.type === "tagged") return trigger.tag
  if (trigger.type === "date") return trigger.field
  if (trigger.type === "entered_segment") return trigger.segment_id
  if (trigger.type === "no_order_for") return trigger.duration
  return trigger.type === "subscribed" || trigger.type === "unsubscribed" ? trigger.channel : null
}

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
  /** What the filters of the trigger's flows count of the contact's orders, events and messages. */
  readonly history: HistoryValues
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

const readerOf = ({ trigger, tags, custom_fields, history }: Candidate): FactReader =>
  factReader({
    order: orderOf(trigger)?.order ?? null,
    event: eventOf(trigger)?.data ?? null,
    contact: { ...trigger.contact, tags, custom_fields },
    history,
    now: trigger.occurred_at
  })

/** Milliseconds for which a flow that has started does not start again at a tag that a step of a flow gives. */
const loopGuard = 60_000

// Without it, a flow that removes and adds its own tag, or two that add each other's, would start themselves without end.
const isLoop = (trigger: FiredTrigger, last: number | null): boolean =>
  trigger.type === "tagged" && trigger.by_flow && last !== null && trigger.occurred_at - last < loopGuard

const mayEnter = (entry: Entry, last: number | null, now: number): boolean => {
  if (last === null || entry.type === "always") return true
  return entry.type === "after" && now - last >= durationMillis(entry.duration)
}

/** Identifies a trigger among the runs of a flow: a flow starts at most once for each key (contract §10). */
export const causeKey = (trigger: FiredTrigger): string => {
  if (trigger.type === "event") return trigger.event_id
  // Another order makes another absence.
  if (trigger.type === "no_order_for") {
    return `${trigger.type}|${trigger.duration}|${trigger.contact_id}|${trigger.contact.last_order_at}`
  }
  if (trigger.type === "tagged" || trigger.type === "entered_segment")
    return `${trigger.type}|${trigger.contact_id}|${trigger.source_id}`
  if (trigger.type === "date") return `${trigger.type}|${trigger.contact_id}|${trigger.day}`
  if ("order" in trigger) return `${trigger.type}|${trigger.order_id}|${trigger.occurrence}`
  // The ledger has one entry for each change, and a source makes each change once.
  const { type, channel, contact_id, occurred_at, source_id } = trigger
  return `${type}|${channel}|${contact_id}|${occurred_at}|${source_id}`
}
