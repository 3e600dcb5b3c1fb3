import type { EventTrigger } from "../events/Event.ts"
import type { Trigger } from "../orders/Order.ts"
import type { StartRefusal } from "../reasons.ts"
import { durationMillis } from "./Duration.ts"
import type { Definition, Entry } from "./Definition.ts"
import type { ContactFacts, Facts } from "./Facts.ts"
import { matches } from "./matches.ts"

export type FlowTrigger = Trigger | EventTrigger

/** An active flow that listens to a trigger, with what its rules need of the contact. */
export interface Candidate {
  readonly trigger: FlowTrigger
  readonly flow_id: string
  readonly name: string
  readonly version: number
  readonly definition: Definition
  readonly tags: ContactFacts["tags"]
  readonly custom_fields: ContactFacts["custom_fields"]
  /** When the contact's last run of the flow started, in milliseconds; null before any. */
  readonly last_started_at: number | null
}

/** Whether a flow starts at a trigger, and what stood against it. */
export interface StartDecision {
  readonly candidate: Candidate
  readonly starts: boolean
  readonly reason: StartRefusal | null
}

/**
 * Which flows start, in the order given: the entry rule of each is judged on the ones before it too. Exact as long as the
 * contacts are held, because nothing else starts their flows meanwhile. Pure.
 */
export const decideStarts = (candidates: ReadonlyArray<Candidate>): ReadonlyArray<StartDecision> => {
  const started = new Map<string, number>()
  return candidates.map((candidate) => {
    const { trigger, definition, flow_id } = candidate
    if (!matches(definition.filters, factsOf(candidate))) return { candidate, starts: false, reason: "filters" }
    const key = `${trigger.account_id}|${flow_id}|${trigger.contact_id}`
    const last = started.get(key) ?? candidate.last_started_at
    if (!mayEnter(definition.entry, last, trigger.occurred_at)) return { candidate, starts: false, reason: "entry" }
    started.set(key, trigger.occurred_at)
    return { candidate, starts: true, reason: null }
  })
}

const factsOf = ({ trigger, tags, custom_fields }: Candidate): Facts => ({
  order: trigger.type === "event" ? null : trigger.order,
  event: trigger.type === "event" ? trigger.data : null,
  contact: { ...trigger.contact, tags, custom_fields }
})

const mayEnter = (entry: Entry, last: number | null, now: number): boolean => {
  if (last === null || entry.type === "always") return true
  return entry.type === "after" && now - last >= durationMillis(entry.duration)
}

/** What makes a cause unique among the runs of a flow (contract §10). */
export const causeKey = (trigger: FlowTrigger): string =>
  trigger.type === "event" ? trigger.event_id : `${trigger.type}|${trigger.order_id}|${trigger.occurrence}`
