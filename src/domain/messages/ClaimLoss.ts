import type { MessageReason } from "../reasons.ts"

/**
 * How often a message or webhook was claimed by a process that ended before it finished the send. A process loses all its
 * claims at once, so after the first loss each is sent alone. A message that is lost again while sent alone is parked.
 */
export const claimLoss = { none: 0, once: 1, alone: 2, again: 3 } as const

/** The reason of a parked message or webhook. */
export const parkedReason = "the process ended twice while it was being sent" satisfies MessageReason
