import type { Channel } from "../contacts/Consent.ts"
import type { MessageReason } from "../reasons.ts"
import { type HourUsage, leftOfHour } from "./HourUsage.ts"
import type { MessageStatus } from "./Message.ts"
import { hourlyLimit, type SendingLimits } from "./SendingLimits.ts"

/** The limits of an account, and its messages of an hour by channel. */
interface Allowance {
  readonly limits: SendingLimits
  readonly used: Readonly<Record<Channel, HourUsage>> | undefined
}

/** A listed message. `due_at` in milliseconds. */
interface Listed {
  readonly channel: Channel
  readonly status: MessageStatus
  readonly reason: string | null
  readonly due_at: number
}

/**
 * The reason to show for a message at `now` (milliseconds of the account's clock): its own, or that it is due and its account's
 * messages an hour are used up. A message that waits for that is not written, so that a long queue costs nothing. Pure.
 */
export const shownReason = (
  { channel, status, reason, due_at }: Listed,
  { limits, used }: Allowance,
  now: number
): string | null => {
  if (reason !== null || status !== "queued" || due_at > now) return reason
  const left = leftOfHour(hourlyLimit(limits, channel, now), used?.[channel], 1, now)
  return left > 0 ? null : ("hourly limit" satisfies MessageReason)
}
