import type { Campaign } from "./Campaign.ts"
import { localInstant, utcInstant } from "./localInstant.ts"

type Timing = Pick<Campaign, "send_at" | "send_at_zone">

// The zones that are furthest ahead of UTC.
const maxOffset = 14 * 3_600_000

const inAccountZone = (local: string, timezone: string): number => localInstant(local, timezone) ?? utcInstant(local)

// The zones that are furthest behind UTC.
const minOffset = -12 * 3_600_000

/**
 * The last moment at which the send time comes to anybody, in milliseconds: in the account's zone, or in the last zone on earth for a campaign
 * that is sent in the contacts' own. Undefined for a campaign that is sent once it is scheduled. Pure.
 */
export const lastSendTime = ({ send_at, send_at_zone }: Timing, timezone: string): number | undefined => {
  if (send_at === null) return undefined
  return send_at_zone === "contact" ? utcInstant(send_at) - minOffset : inAccountZone(send_at, timezone)
}

/** When the first contact can be due, and so when enrolment begins, in milliseconds. At once for a time that has passed. Pure. */
export const beginTime = (timing: Timing, timezone: string, now: number): number => {
  const { send_at, send_at_zone } = timing
  if (send_at === null) return now
  return Math.max(now, send_at_zone === "contact" ? utcInstant(send_at) - maxOffset : inAccountZone(send_at, timezone))
}

/**
 * When a contact is due, by its zone, in milliseconds: a contact without a zone, or with an unknown one, by the account's. A time that has
 * passed is due at `begun`. Each zone is looked up once. Pure.
 */
export const dueTimes = ({ send_at, send_at_zone }: Timing, timezone: string, begun: number) => {
  const byZone = new Map<string | null, number>()
  const find = (zone: string | null): number => {
    if (send_at === null) return begun
    const own = send_at_zone === "contact" && zone !== null ? localInstant(send_at, zone) : undefined
    return Math.max(begun, own ?? inAccountZone(send_at, timezone))
  }
  return (zone: string | null): number => {
    const known = byZone.get(zone) ?? find(zone)
    byZone.set(zone, known)
    return known
  }
}
