import type { FlowTrigger } from "../../../domain/flows/FlowTrigger.ts"
import { useSegments } from "../../segments/useSegments.ts"
import { showTrigger } from "../../words/flows/flowTriggers.ts"

const EntryText = (props: { readonly trigger: FlowTrigger; readonly segment_id: string }) =>
  showTrigger(props.trigger, useSegments()?.find(({ id }) => id === props.segment_id)?.name)

/** When a flow starts, with the name of its segment once that is read. */
export const TriggerText = ({ trigger }: { readonly trigger: FlowTrigger }) =>
  "segment_id" in trigger ? <EntryText trigger={trigger} segment_id={trigger.segment_id} /> : showTrigger(trigger)
