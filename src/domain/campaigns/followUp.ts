import type { AudienceConditions } from "./audienceConditions.ts"
import type { Campaign, CampaignContent } from "./Campaign.ts"
import type { Resend } from "./Resend.ts"
import { beginTime } from "./sendTimes.ts"
import { localMillis } from "../zones/localTime.ts"

/** The audience of a campaign that sends another one again: who got it, and did not click. */
export const followUpConditions = (resend_of: string): AudienceConditions => ({
  include: [
    [
      { field: "message.received", op: "gte", value: 1, where: { campaign_id: resend_of } },
      { field: "message.clicked", op: "eq", value: 0, where: { campaign_id: resend_of } }
    ]
  ],
  exclude: null
})

/** The contents that are sent again: those that people got, or the variant that was chosen, under the new subject. Pure. */
export const followUpVariants = (
  variants: ReadonlyArray<CampaignContent>,
  chosen: number | null,
  { subject }: Pick<Resend, "subject">
): ReadonlyArray<CampaignContent> => {
  const kept = chosen === null ? variants : variants.filter((_, at) => at === chosen)
  return kept.map((content) => ("text" in content ? content : { ...content, subject }))
}

const day = 86_400_000
const localText = (millis: number): string => new Date(millis).toISOString().slice(0, 16)

/**
 * When a campaign that has ended at `now` (milliseconds) is sent again: some days later, at its own time of day if it has one. That is the first
 * day on which nobody is due more than half a day before those days have passed: pacing and the zones of contacts may end a campaign long after
 * its time of day. Pure.
 */
export const followUpTime = (
  { send_at, send_at_zone }: Pick<Campaign, "send_at" | "send_at_zone">,
  { days }: Pick<Resend, "days">,
  timezone: string,
  now: number
): Pick<Campaign, "send_at" | "send_at_zone"> => {
  const later = localMillis(now + days * day, timezone)
  if (send_at === null) return { send_at: localText(later), send_at_zone: "account" }
  const on = (more: number) => ({
    send_at: `${localText(later + more * day).slice(0, 10)}${send_at.slice(10)}`,
    send_at_zone
  })
  const earliest = now + days * day - day / 2
  // The first zone on earth is at most a day and a half ahead of another, so that the day after the next is late enough.
  return [on(0), on(1)].find((timing) => beginTime(timing, timezone, 0) >= earliest) ?? on(2)
}
