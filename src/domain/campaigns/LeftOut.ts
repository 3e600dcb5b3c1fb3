import { Schema } from "effect"

const rules = {
  excluded_segment: "In an excluded segment",
  no_address: "No address for this channel",
  not_subscribed: "Not subscribed",
  suppressed: "Suppressed",
  left_topic: "Left this topic",
  paused: "Has paused marketing messages",
  frequency_cap: "Has had as many marketing messages today as the account allows",
  holdout: "In the holdout, which gets nothing for comparison",
  cancelled: "The campaign was cancelled before"
} as const

const codes = [
  "excluded_segment",
  "no_address",
  "not_subscribed",
  "suppressed",
  "left_topic",
  "paused",
  "frequency_cap",
  "holdout"
] as const

/** Why a member of a campaign's audience gets no message. */
export const LeftOutRule = Schema.Literals([...codes, "cancelled"])
export type LeftOutRule = typeof LeftOutRule.Type

/** The rules by which a review leaves contacts out. */
export const ReviewRule = Schema.Literals(codes)
export type ReviewRule = typeof ReviewRule.Type

/** A rule in words. */
export const leftOutText = (rule: LeftOutRule): string => rules[rule]

/** The rule of a message that was skipped for this reason; undefined for reasons that no review can foresee. Pure. */
export const ruleOfReason = (reason: string): LeftOutRule | undefined => {
  if (reason === "the contact has no e-mail address" || reason === "the contact has no phone") return "no_address"
  if (reason === "the contact left this topic") return "left_topic"
  if (reason === "paused" || reason === "holdout") return reason
  if (reason === "frequency cap") return "frequency_cap"
  if (reason === "email_consent is suppressed" || reason === "email_consent is compliance_suppressed")
    return "suppressed"
  return reason.startsWith("email_consent is ") || reason.startsWith("sms_consent is ") ? "not_subscribed" : undefined
}

/** Whether a text is one of these rules. */
export const isReviewRule = Schema.is(ReviewRule)

/** The rule by which a review leaves out a contact whose message is skipped for this reason. Pure. */
export const reviewRuleOf = (reason: string): ReviewRule => {
  const rule = ruleOfReason(reason)
  return isReviewRule(rule) ? rule : "no_address"
}
