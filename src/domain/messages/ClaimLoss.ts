import type { MessageReason } from "../reasons.ts"

/**
 * Whether a process ended while it had claimed a message or a webhook. It loses all that it had claimed, most of it without
 * being the cause: so what was lost once is sent alone, and what is lost again while it is sent alone is parked.
 */
export const claimLoss = { none: 0, once: 1, alone: 2, again: 3 } as const

/** Why a message or a webhook is parked. */
export const parkedReason = "the process ended twice while it was being sent" satisfies MessageReason
