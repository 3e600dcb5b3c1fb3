import type { Campaign } from "../campaigns/Campaign.ts"
import { beginTime, dueTimes } from "../campaigns/sendTimes.ts"
import { instantOfLocal, localMillis } from "../zones/localTime.ts"
import { maxMoments } from "./CampaignBacktest.ts"

/** One time at which a campaign goes out. Times in milliseconds. */
export interface CampaignWave {
  readonly at: number
  /** When its audience is found. */
  readonly begins: number
  /** When a contact in a zone is due; null is the account's. */
  readonly dueAt: (zone: string | null) => number
}

/** When a campaign goes out: at a moment, and again each `every` milliseconds of local time until `to`. */
export interface CampaignMoments {
  readonly at: number
  readonly every: number | null
  readonly to: number
}

/**
 * The waves of a campaign in a time zone, oldest first. That of a campaign in the contacts' own zones begins when the local time of `at` comes to the
 * first zone on earth. Pure.
 */
export const campaignWaves = (
  zone: Campaign["send_at_zone"],
  timezone: string,
  { at, every, to }: CampaignMoments
): ReadonlyArray<CampaignWave> => {
  const first = localMillis(at, timezone)
  const moments = [at]
  const step = every ?? Infinity
  for (let count = 1; count < maxMoments && first + count * step < Infinity; count += 1) {
    const next = instantOfLocal(first + count * step, timezone)
    if (next >= to) break
    moments.push(next)
  }
  return moments.map((moment) => {
    if (zone === "account") return { at: moment, begins: moment, dueAt: () => moment }
    const send_at = new Date(localMillis(moment, timezone)).toISOString().slice(0, 16)
    const timing = { send_at, send_at_zone: zone }
    const begins = beginTime(timing, timezone, -Infinity)
    return { at: moment, begins, dueAt: dueTimes(timing, timezone, begins) }
  })
}

/** The wave of a campaign that was sent: as it began, at its own times. Pure. */
export const ownWave = (
  campaign: Pick<Campaign, "send_at" | "send_at_zone">,
  timezone: string,
  begun: number
): CampaignWave => ({ at: begun, begins: begun, dueAt: dueTimes(campaign, timezone, begun) })
