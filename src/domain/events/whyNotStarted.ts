import { retention } from "../capacity/retention.ts"
import type { TriggerOutcome } from "../flows/TriggerOutcome.ts"
import type { UnstartedReason } from "../reasons.ts"
import { maxTriggerAge } from "./decideEvent.ts"

/** Why an event has no entry of any flow; null when `flows`, started or refused, has one. Times in milliseconds. Pure. */
export const whyNotStarted = (
  now: number,
  event: { readonly event_time: number; readonly received_at: number },
  flows: ReadonlyArray<TriggerOutcome>
): UnstartedReason | null => {
  if (flows.length > 0) return null
  if (event.event_time < event.received_at - maxTriggerAge) return "late"
  return now - event.received_at > retention.flowTriggers ? "forgotten" : "no_active_flow"
}
