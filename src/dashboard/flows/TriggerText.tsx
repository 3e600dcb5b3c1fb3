import type { FlowTrigger } from "../../domain/flows/Definition.ts"
import { useSegments } from "../segments/useSegments.ts"
import { entersSegment, showTrigger } from "../words/flowTriggers.ts"

const EntryText = ({ segment_id }: { readonly segment_id: string }) =>
  entersSegment(useSegments()?.find(({ id }) => id === segment_id)?.name)

/** When a flow starts, with the name of its segment once that is read. */
export const TriggerText = ({ trigger }: { readonly trigger: FlowTrigger }) =>
  trigger.type === "entered_segment" ? <EntryText segment_id={trigger.segment_id} /> : showTrigger(trigger)
