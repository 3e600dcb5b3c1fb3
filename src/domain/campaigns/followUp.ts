import type { AudienceConditions } from "./audienceConditions.ts"
import type { Campaign, CampaignContent } from "./Campaign.ts"
import type { Resend } from "./Resend.ts"
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

/** When a campaign that has ended at `now` (milliseconds) is sent again: some days later, at its own time of day if it has one. Pure. */
export const followUpTime = (
  { send_at, send_at_zone }: Pick<Campaign, "send_at" | "send_at_zone">,
  { days }: Pick<Resend, "days">,
  timezone: string,
  now: number
): Pick<Campaign, "send_at" | "send_at_zone"> => {
  const later = localText(localMillis(now + days * day, timezone))
  return send_at === null
    ? { send_at: later, send_at_zone: "account" }
    : { send_at: `${later.slice(0, 10)}${send_at.slice(10)}`, send_at_zone }
}
