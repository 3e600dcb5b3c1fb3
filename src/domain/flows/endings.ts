import type { MessageReason, RunReason } from "../reasons.ts"

interface Ending {
  readonly run: RunReason
  readonly message: MessageReason
}

/** The reasons of the runs, and of the unsent messages, of a flow that was deleted. */
export const flowDeleted = { run: "flow_deleted", message: "the flow was deleted" } as const satisfies Ending

/** The reasons of a run that a user cancelled, and of its unsent messages. */
export const runCancelled = { run: "cancelled", message: "the run was cancelled" } as const satisfies Ending
