import { late } from "./decideEvent.ts"
import type { StartedFlow } from "../flows/StartedFlow.ts"
import { retention } from "../capacity/retention.ts"
import type { UnstartedReason } from "../reasons.ts"

/** Why an event started no flow; null when a flow started or has a refusal of its own. Times in milliseconds. Pure. */
export const whyNotStarted = (
  now: number,
  event: { readonly event_time: number; readonly received_at: number },
  flows: ReadonlyArray<StartedFlow>
): UnstartedReason | null => {
  if (flows.length > 0) return null
  if (event.event_time < event.received_at - late) return "late"
  return now - event.received_at > retention.flowTriggers ? "forgotten" : "no_active_flow"
}
