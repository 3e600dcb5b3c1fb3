import type { ValidationIssue } from "../ValidationIssue.ts"
import { unfinishedBody } from "../content/contentIssues.ts"
import { placedContents } from "../content/placedContents.ts"
import type { WrittenEmail, WrittenText } from "../content/Translations.ts"
import type { Campaign, CampaignContent } from "./Campaign.ts"
import { lastSendTime } from "./sendTimes.ts"

const empty = (field: string, text: string): ReadonlyArray<ValidationIssue> =>
  text.trim() === "" ? [{ field, message: "Must not be empty" }] : []

const unfinishedContent = (content: CampaignContent, path: string): ReadonlyArray<ValidationIssue> =>
  placedContents<WrittenEmail | WrittenText>(content, path).flatMap(({ written, path: at }) =>
    "text" in written
      ? empty(`${at}.text`, written.text)
      : [...empty(`${at}.subject`, written.subject), ...unfinishedBody(written, at)]
  )

const resendIssues = ({
  channel,
  resend,
  resend_of,
  variants
}: Pick<Campaign, "channel" | "resend" | "resend_of" | "variants">): ReadonlyArray<ValidationIssue> => {
  if (resend === null) return []
  if (channel === "sms") return [{ field: "resend", message: "Only e-mail can be sent again" }]
  if (resend_of !== null) return [{ field: "resend", message: "Mail is sent again once only" }]
  // The new subject has one language: readers of a translation would get the same mail under its old subject.
  if (variants.some(({ translations = {} }) => Object.keys(translations).length > 0))
    return [
      { field: "resend", message: "Mail with translations cannot be sent again, as its new subject has one language" }
    ]
  return empty("resend.subject", resend.subject)
}

/** The issues to fix before a draft can be scheduled at `now` (milliseconds), except for its audience, sender and templates. Pure. */
export const draftIssues = (
  campaign: Pick<
    Campaign,
    "channel" | "variants" | "send_at" | "send_at_zone" | "variant_test" | "resend" | "resend_of"
  >,
  timezone: string,
  now: number
): ReadonlyArray<ValidationIssue> => {
  const sendTime = lastSendTime(campaign, timezone)
  return [
    ...campaign.variants.flatMap((content, at) => unfinishedContent(content, `variants.${at}`)),
    ...(campaign.variant_test !== null && campaign.variants.length < 2
      ? [{ field: "variant_test", message: "Needs at least two variants" }]
      : []),
    ...resendIssues(campaign),
    ...(sendTime !== undefined && sendTime <= now ? [{ field: "send_at", message: "Is in the past" }] : [])
  ]
}
