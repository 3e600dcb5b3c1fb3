import type { EventTrigger } from "../events/Event.ts"
import type { Trigger } from "../orders/Order.ts"
import type { StartRefusal } from "../reasons.ts"
import { durationMillis } from "./FlowDuration.ts"
import type { Definition, Entry } from "./Definition.ts"
import { type ContactFacts, factReader, type ReadFact } from "./Facts.ts"
import { matches } from "./matches.ts"

/** An order or event that happened and may start flows. */
export type FiredTrigger = Trigger | EventTrigger

/** An active flow with this trigger, and the contact's facts that its filters and entry rule read. */
export interface Candidate {
  readonly trigger: FiredTrigger
  readonly flow_id: string
  readonly name: string
  readonly version: number
  readonly definition: Definition
  readonly tags: ContactFacts["tags"]
  readonly custom_fields: ContactFacts["custom_fields"]
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
  const readers = new Map<FiredTrigger, ReadFact>()
  return candidates.map((candidate) => {
    const { trigger, definition, flow_id } = candidate
    const read = readers.get(trigger) ?? readerOf(candidate)
    readers.set(trigger, read)
    if (!matches(definition.filters, read)) return { candidate, starts: false, reason: "filters" }
    const key = `${trigger.account_id}|${flow_id}|${trigger.contact_id}`
    const last = lastStarts.get(key) ?? candidate.last_started_at
    if (!mayEnter(definition.entry, last, trigger.occurred_at)) return { candidate, starts: false, reason: "entry" }
    lastStarts.set(key, trigger.occurred_at)
    return { candidate, starts: true, reason: null }
  })
}

const readerOf = ({ trigger, tags, custom_fields }: Candidate): ReadFact =>
  factReader({
    order: trigger.type === "event" ? null : trigger.order,
    event: trigger.type === "event" ? trigger.data : null,
    contact: { ...trigger.contact, tags, custom_fields }
  })

const mayEnter = (entry: Entry, last: number | null, now: number): boolean => {
  if (last === null || entry.type === "always") return true
  return entry.type === "after" && now - last >= durationMillis(entry.duration)
}

/** Identifies a trigger among the runs of a flow: a flow starts at most once for each key (contract §10). */
export const causeKey = (trigger: FiredTrigger): string =>
  trigger.type === "event" ? trigger.event_id : `${trigger.type}|${trigger.order_id}|${trigger.occurrence}`
