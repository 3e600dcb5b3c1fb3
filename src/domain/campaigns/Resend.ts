import { Schema } from "effect"
import { text } from "../values/Text.ts"

/** The mail of a campaign once more, under another subject: to those who got it and did not click (contract §15). */
export const Resend = Schema.Struct({
  days: Schema.Int.check(
    Schema.isBetween({ minimum: 1, maximum: 30 }, { message: "Must be a whole number from 1 to 30" })
  ).annotate({
    description: "Days from the end of the campaign."
  }),
  subject: text(1_000).annotate({
    description: "The subject in the place of those of its variants: a Liquid template."
  })
}).annotate({ identifier: "CampaignResend" })
export type Resend = typeof Resend.Type
