import { Schema } from "effect"
import { MailCheck } from "../content/mailChecks.ts"
import { Language } from "../languages/Language.ts"
import { MessagePreview } from "../flows/MessagePreview.ts"
import { SenderCheck } from "../senders/SenderState.ts"
import { ValidationIssue } from "../ValidationIssue.ts"
import { Timestamp } from "../values/Time.ts"
import { MissingLanguage } from "./missingLanguages.ts"
import { ReviewRule } from "./LeftOut.ts"

/**
 * The effect of scheduling the campaign now. `audience`: contacts in the segments; `recipients`: those that get a message; the others are counted
 * by rule. `counted_at`: as of when, where counting takes too long for one statement; null: now. `begins_at`: when the first message can go. `samples`: the message of each variant to one recipient, in each language where there are several. `faults` prevent scheduling.
 * `sender`: who the mail comes from, `id` null for the sender of the account; null for texts, and where the sender was deleted.
 * `sender_check`: what the last check of the sender's domain found, which prevents nothing; null if there was none, and for texts.
 * `missing_languages`: those that some recipients read and the content lacks, which prevents nothing. `checklist`: what is well and what is not of each sample of a mail, which prevents nothing; empty for texts.
 */
export const CampaignReview = Schema.Struct({
  audience: Schema.Int,
  recipients: Schema.Int,
  counted_at: Schema.NullOr(Timestamp),
  left_out: Schema.Array(Schema.Struct({ rule: ReviewRule, count: Schema.Int })),
  begins_at: Timestamp,
  samples: Schema.Array(
    Schema.Struct({
      variant: Schema.Int,
      language: Schema.NullOr(Language),
      contact_id: Schema.String,
      preview: MessagePreview
    })
  ),
  faults: Schema.Array(ValidationIssue),
  missing_languages: Schema.Array(MissingLanguage),
  sender: Schema.NullOr(
    Schema.Struct({
      id: Schema.NullOr(Schema.String),
      from_name: Schema.NullOr(Schema.String),
      from_email: Schema.NullOr(Schema.String)
    })
  ),
  sender_check: Schema.NullOr(SenderCheck),
  checklist: Schema.Array(MailCheck)
}).annotate({ identifier: "CampaignReview" })
export type CampaignReview = typeof CampaignReview.Type

/** The size of an audience that is not saved. `counted_at` as that of a review. */
export const AudienceCount = Schema.Struct({
  audience: Schema.Int,
  recipients: Schema.Int,
  counted_at: Schema.NullOr(Timestamp)
}).annotate({ identifier: "AudienceCount" })
export type AudienceCount = typeof AudienceCount.Type
