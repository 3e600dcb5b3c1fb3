import { Schema } from "effect"
import { bodyMembers, oneBody } from "../content/emailBody.ts"
import { emailLanguages, textLanguages } from "../content/Translations.ts"
import { Channel } from "../contacts/Consent.ts"
import { maxHtmlLength } from "../flows/Step.ts"
import { leaf, madeUpText } from "../json/Leaf.ts"
import { OwnLinkParameters } from "../messages/LinkParameters.ts"
import { MailLayout } from "../messages/Message.ts"
import { TopicKey } from "../topics/Topic.ts"
import { IdText } from "../values/Id.ts"
import { Name, text } from "../values/Text.ts"
import { Timestamp } from "../values/Time.ts"
import { CampaignStatus } from "./CampaignState.ts"
import { isLocalTime } from "./localInstant.ts"
import { Resend } from "./Resend.ts"
import { VariantChoice, VariantTest } from "./VariantTest.ts"

/** The content of one variant of an e-mail campaign: Liquid templates. A draft may leave them empty. */
export const EmailContent = Schema.Struct({
  subject: text(1_000),
  ...bodyMembers(text(maxHtmlLength)),
  ...emailLanguages(text(1_000), text(maxHtmlLength)),
  layout: Schema.optionalKey(MailLayout)
})
  .check(oneBody)
  .annotate({ identifier: "CampaignEmail" })
export type EmailContent = typeof EmailContent.Type

/** The content of one variant of a text campaign: a Liquid template. */
export const SmsContent = Schema.Struct({ text: text(1_600), ...textLanguages(text(1_600)) }).annotate({
  identifier: "CampaignText"
})
export type SmsContent = typeof SmsContent.Type

/** What a content must be, in words. */
export const contentMembers = "Must have subject and html or content, or text"

export const CampaignContent = Schema.Union([EmailContent, SmsContent]).annotate({ message: contentMembers })
export type CampaignContent = typeof CampaignContent.Type

/** The most variants of a campaign. */
export const maxVariants = 4

/** The most segments of an audience. */
export const maxSegments = 10

const Segments = Schema.Array(IdText).check(Schema.isMaxLength(maxSegments))

/** The audience of a campaign: every contact, or those in any segment of `include`; without those in any segment of `exclude`. */
export const Audience = Schema.Struct({
  all: Schema.optionalKey(Schema.Boolean),
  include: Segments,
  exclude: Segments
}).annotate({ identifier: "CampaignAudience" })
export type Audience = typeof Audience.Type

const LocalTime = leaf({
  to: Schema.String.check(madeUpText(/^20[3-9]\d-(0[1-9]|1[0-2])-(0[1-9]|1\d|2[0-8])T([01]\d|2[0-3]):[0-5]\d$/)),
  json: { type: "string", pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}$", examples: ["2026-12-01T09:00"] },
  message: "Must be a date and a time of day such as 2026-12-01T09:00",
  decode: (value) => (typeof value === "string" && isLocalTime(value) ? value : undefined),
  encode: (time) => time
})

const between = (minimum: number, maximum: number) =>
  Schema.Int.check(
    Schema.isBetween({ minimum, maximum }, { message: `Must be a whole number from ${minimum} to ${maximum}` })
  )

const editable = {
  name: Name,
  variants: Schema.Array(CampaignContent).check(Schema.isMinLength(1), Schema.isMaxLength(maxVariants)),
  holdout_percent: between(0, 50).annotate({
    description: "Percent of the audience that gets nothing, for comparison."
  }),
  audience: Audience,
  send_at: Schema.NullOr(LocalTime).annotate({
    description: "A local time; null sends as soon as the campaign is scheduled."
  }),
  send_at_zone: Schema.Literals(["account", "contact"]).annotate({
    description:
      "Whose local time `send_at` is: the account's, or each contact's own (a custom field such as `timezone`, else the phone's country, else the account's)."
  }),
  messages_per_hour: Schema.NullOr(between(1, 1_000_000)),
  topic: Schema.NullOr(TopicKey).annotate({
    description: "The topic of an e-mail; null for general marketing. Who left the topic is left out."
  }),
  sender_id: Schema.NullOr(IdText).annotate({
    description: "The sender of an e-mail, one of the account's further senders; null for the sender of the account."
  }),
  link_parameters: Schema.NullOr(OwnLinkParameters),
  variant_test: Schema.NullOr(VariantTest),
  resend: Schema.NullOr(Resend)
} as const

const optional = {
  variants: Schema.optionalKey(editable.variants),
  holdout_percent: Schema.optionalKey(editable.holdout_percent),
  audience: Schema.optionalKey(editable.audience),
  send_at: Schema.optionalKey(editable.send_at),
  send_at_zone: Schema.optionalKey(editable.send_at_zone),
  messages_per_hour: Schema.optionalKey(editable.messages_per_hour),
  topic: Schema.optionalKey(editable.topic),
  sender_id: Schema.optionalKey(editable.sender_id),
  link_parameters: Schema.optionalKey(editable.link_parameters),
  variant_test: Schema.optionalKey(editable.variant_test),
  resend: Schema.optionalKey(editable.resend)
} as const

/** The body that creates a campaign, as a draft (contract §15). */
export const CampaignInput = Schema.Struct({ name: Name, channel: Channel, ...optional }).annotate({
  identifier: "CampaignInput"
})
export type CampaignInput = typeof CampaignInput.Type

/** The body that changes a draft. An omitted member stays. With `updated_at` it succeeds only while that is the draft's. */
export const CampaignChange = Schema.Struct({
  name: Schema.optionalKey(Name),
  ...optional,
  updated_at: Schema.optionalKey(
    Timestamp.annotate({
      description: "That of the draft that the change is based on, so that it overwrites no other."
    })
  )
}).annotate({ identifier: "CampaignChange" })
export type CampaignChange = typeof CampaignChange.Type

/** The draft was changed since the one that a save is based on. Nothing was changed. */
export class CampaignChanged extends Schema.TaggedError<CampaignChanged>()("CampaignChanged", {}) {}

/** Why a mail server refused mail of the campaign, or why it was stopped, in words, since it was last resumed. */
export const CampaignNotice = Schema.Struct({ text: Schema.String, at: Timestamp, message_id: Schema.String }).annotate(
  {
    identifier: "CampaignNotice"
  }
)

/** A message to many contacts at once. `variants` share the audience evenly. */
export const Campaign = Schema.Struct({
  id: Schema.String,
  ...editable,
  channel: Channel,
  status: CampaignStatus,
  variant_choice: Schema.NullOr(VariantChoice),
  resend_of: Schema.NullOr(Schema.String).annotate({
    description: "The campaign that this one sends again, to those who did not click."
  }),
  notice: Schema.NullOr(CampaignNotice),
  scheduled_at: Schema.NullOr(Timestamp),
  begun_at: Schema.NullOr(Timestamp),
  ended_at: Schema.NullOr(Timestamp),
  created_at: Timestamp,
  updated_at: Timestamp
}).annotate({ identifier: "Campaign" })
export type Campaign = typeof Campaign.Type

const { variants: _variants, ...listed } = Campaign.fields
/** A campaign without its contents, as lists show it. */
export const ListedCampaign = Schema.Struct(listed).annotate({ identifier: "ListedCampaign" })
export type ListedCampaign = typeof ListedCampaign.Type

/** The members of a campaign that a draft's author sets. */
export type CampaignDraft = Pick<Campaign, keyof typeof editable | "channel">

/** The members of a new draft that its body leaves out. */
export const draftDefaults = (channel: Channel): Omit<CampaignDraft, "name" | "channel"> => ({
  variants: [channel === "email" ? { subject: "", html: "" } : { text: "" }],
  holdout_percent: 0,
  audience: { include: [], exclude: [] },
  send_at: null,
  send_at_zone: "account",
  messages_per_hour: null,
  topic: null,
  sender_id: null,
  link_parameters: null,
  variant_test: null,
  resend: null
})
