import { late } from "./decideEvent.ts"
import type { TriggerOutcome } from "../flows/TriggerOutcome.ts"
import { retention } from "../capacity/retention.ts"

/** Why no flow took notice of an event: it was late, nobody listened, or what stood against it is no longer kept. */
type Unstarted = "late" | "no_active_flow" | "forgotten"

/** Null when flows started or said why not. Times in milliseconds. Pure. */
export const whyNotStarted = (
  now: number,
  event: { readonly event_time: number; readonly received_at: number },
  flows: ReadonlyArray<TriggerOutcome>
): Unstarted | null => {
  if (flows.length > 0) return null
  if (event.event_time < event.received_at - late) return "late"
  return now - event.received_at > retention.flowTriggers ? "forgotten" : "no_active_flow"
}
