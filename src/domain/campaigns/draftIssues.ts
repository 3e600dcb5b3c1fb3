import type { ValidationIssue } from "../ValidationIssue.ts"
import { unfinishedBody } from "../content/contentIssues.ts"
import type { Campaign, CampaignContent } from "./Campaign.ts"
import { lastSendTime } from "./sendTimes.ts"

const empty = (field: string, text: string): ReadonlyArray<ValidationIssue> =>
  text.trim() === "" ? [{ field, message: "Must not be empty" }] : []

const unfinishedContent = (content: CampaignContent, path: string): ReadonlyArray<ValidationIssue> =>
  "text" in content
    ? empty(`${path}.text`, content.text)
    : [...empty(`${path}.subject`, content.subject), ...unfinishedBody(content, path)]

/** The issues to fix before a draft can be scheduled at `now` (milliseconds), except for its audience, sender and templates. Pure. */
export const draftIssues = (
  campaign: Pick<Campaign, "variants" | "send_at" | "send_at_zone">,
  timezone: string,
  now: number
): ReadonlyArray<ValidationIssue> => {
  const sendTime = lastSendTime(campaign, timezone)
  return [
    ...campaign.variants.flatMap((content, at) => unfinishedContent(content, `variants.${at}`)),
    ...(sendTime !== undefined && sendTime <= now ? [{ field: "send_at", message: "Is in the past" }] : [])
  ]
}
