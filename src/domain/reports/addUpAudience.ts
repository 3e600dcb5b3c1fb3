import { type LeftOutRule, ruleOfReason } from "../campaigns/LeftOut.ts"
import { flowDeleted, runCancelled } from "../flows/endings.ts"
import { campaignCancelled } from "../messages/decideSend.ts"
import type { AudienceSums } from "./AudienceSums.ts"

/** Messages by status; `sent` includes the clicked and the bounced, `skipped` the cancelled. */
export interface MessageCounts {
  readonly queued: number
  readonly held: number
  readonly sent: number
  readonly captured: number
  readonly failed: number
  readonly skipped: number
}

/** Skipped messages of one reason. */
export interface SkippedCount {
  readonly reason: string | null
  readonly total: number
}

/** The counts of an audience: contacts who wait for their message, those who are left out of having one, and the messages of the others. */
export interface CountedAudience {
  readonly waiting: number
  readonly left_out: ReadonlyArray<{ readonly rule: LeftOutRule; readonly count: number }>
  readonly messages: ReadonlyArray<MessageCounts>
  /** The skipped among the messages by reason. */
  readonly skipped: ReadonlyArray<SkippedCount>
}

const cancellations: ReadonlySet<string | null> = new Set([
  campaignCancelled,
  flowDeleted.message,
  runCancelled.message
])

/** How many of the skipped messages a cancellation skipped: of the campaign, the flow or the run. Pure. */
export const cancelledOf = (skipped: ReadonlyArray<SkippedCount>): number =>
  skipped.reduce((sum, { reason, total }) => sum + (cancellations.has(reason) ? total : 0), 0)

// A contact is left out by a rule before its message is made, or by the reason of that rule when it is sent.
const ruleOf = (reason: string | null): string => (reason === null ? "unknown" : (ruleOfReason(reason) ?? reason))

/**
 * Adds up what became of an audience, each member once: it waits, is left out, or has a message. The messages of contacts who were merged or
 * erased count still, contacts who went before they had one do not. Pure.
 */
export const addUpAudience = ({ waiting, left_out, messages, skipped }: CountedAudience): AudienceSums => {
  const of = (name: keyof MessageCounts) => messages.reduce((sum, counts) => sum + counts[name], 0)
  const byReason = new Map<string, number>()
  const add = (reason: string, count: number) => byReason.set(reason, (byReason.get(reason) ?? 0) + count)
  const cancelledMessages = cancelledOf(skipped)
  const leftOut = left_out.filter(({ rule }) => rule !== "cancelled")
  const cancelledBefore = left_out.reduce((sum, { rule, count }) => sum + (rule === "cancelled" ? count : 0), 0)
  for (const { rule, count } of leftOut) add(rule, count)
  for (const { reason, total } of skipped) if (!cancellations.has(reason)) add(ruleOf(reason), total)
  const sums = {
    waiting: waiting + of("queued"),
    held: of("held"),
    sent: of("sent"),
    captured: of("captured"),
    skipped: of("skipped") - cancelledMessages + leftOut.reduce((sum, { count }) => sum + count, 0),
    failed: of("failed"),
    cancelled: cancelledMessages + cancelledBefore
  }
  return {
    audience: Object.values(sums).reduce((sum, count) => sum + count, 0),
    ...sums,
    skipped_by: [...byReason]
      .map(([reason, count]) => ({ reason, count }))
      .filter(({ count }) => count > 0)
      .toSorted((one, other) => other.count - one.count || (one.reason < other.reason ? -1 : 1))
  }
}
