import type { ValidationIssue } from "../ValidationIssue.ts"
import type { Campaign } from "./Campaign.ts"
import { templatesOfVariants } from "./decodeCampaign.ts"
import { lastSendTime } from "./sendTimes.ts"

/** The issues to fix before a draft can be scheduled at `now` (milliseconds), except for its audience, sender and templates. Pure. */
export const draftIssues = (
  campaign: Pick<Campaign, "variants" | "send_at" | "send_at_zone">,
  timezone: string,
  now: number
): ReadonlyArray<ValidationIssue> => {
  const sendTime = lastSendTime(campaign, timezone)
  return [
    ...templatesOfVariants(campaign.variants).flatMap(({ field, source }) =>
      source.trim() === "" ? [{ field, message: "Must not be empty" }] : []
    ),
    ...(sendTime !== undefined && sendTime <= now ? [{ field: "send_at", message: "Is in the past" }] : [])
  ]
}
