/** Words of the runs of a flow. */
import type { RunFilter } from "../../../domain/flows/FlowRun.ts"

// The filters
export const all = "All"
export const runStates: Readonly<Record<NonNullable<RunFilter["state"]>, string>> = {
  under_way: "In progress",
  completed: "Completed",
  exited: "Exited",
  failed: "Failed"
}

// The table
export const runs = "Runs"
export const trigger = "Trigger"
export const currentStep = "Current step"
export const ended = (time: string) => `Ended ${time}`
export const waitsFor = (awaited: string) => `waits for ${awaited}`
export const until = (time: string) => `until ${time}`
export const messages = "Messages"
export const version = "Version"
export const started = "Started"
export const actions = "Actions"
export const cancelRun = "Cancel run"
export const cancelTitle = "Cancel this run?"
export const cancelConsequences = (contact: string | null) =>
  `${contact ?? "The contact"} leaves the flow. Messages of this run that were not sent yet are skipped.`
export const noMatchingRuns = "No matching runs"
export const changeFilter = "Change the filter above to see other runs."
export const noRunsYet = "No runs yet"
export const aboutRuns = "A run starts each time the trigger happens while the flow is active."
