import { Schema } from "effect"
import { Email } from "../contacts/Email.ts"
import { SpamCheck } from "../content/SpamScore.ts"
import { Language } from "../languages/Language.ts"
import { IdText, OwnIdText } from "../values/Id.ts"
import { OrderId } from "../orders/OrderId.ts"
import { Timestamp } from "../values/Time.ts"
import { CauseType } from "./FlowTrigger.ts"
import { SendEmail, SendSms } from "./Step.ts"

/** A message step, or the content of a campaign, saved or not, and the contact, order, event, cart or product whose data it is rendered with. */
export const PreviewInput = Schema.Struct({
  trigger: Schema.Union([CauseType, Schema.Literal("campaign")]),
  step: Schema.Union([SendEmail, SendSms]).annotate({ message: "Must have a type: send_email or send_sms" }),
  contact_id: IdText,
  order_id: Schema.optionalKey(OrderId),
  event_id: Schema.optionalKey(IdText),
  cart_id: Schema.optionalKey(OwnIdText),
  product_id: Schema.optionalKey(OwnIdText),
  language: Schema.optionalKey(
    Language.annotate({ description: "The language to show it in, in the place of the contact's." })
  )
}).annotate({ identifier: "PreviewInput" })
export type PreviewInput = typeof PreviewInput.Type

/** An e-mail as `PreviewInput` names it, and the address that it is sent to. */
export const TestMessageInput = Schema.Struct({ ...PreviewInput.fields, step: SendEmail, to: Email }).annotate({
  identifier: "TestMessageInput"
})
export type TestMessageInput = typeof TestMessageInput.Type

/** What became of a mail that was sent to try it out, and what the spam filter of the service says of it, where there is one. */
export const TestMessageResult = Schema.Struct({
  status: Schema.Literals(["sent", "captured"]),
  spam: Schema.optionalKey(SpamCheck)
}).annotate({ identifier: "TestMessageResult" })
export type TestMessageResult = typeof TestMessageResult.Type

/**
 * The message as it would be sent now. `unsent` says why it would not be; null if it would. `html` and `subject` are null for
 * a text, and every rendered part is null if the template fails with this data.
 */
export const MessagePreview = Schema.Struct({
  recipient: Schema.NullOr(Schema.String),
  subject: Schema.NullOr(Schema.String),
  preheader: Schema.optionalKey(Schema.String.annotate({ description: "What mailboxes show after the subject." })),
  html: Schema.NullOr(Schema.String),
  text: Schema.NullOr(Schema.String),
  sms: Schema.optionalKey(
    Schema.Struct({
      encoding: Schema.Literals(["GSM-7", "UCS-2"]),
      part_length: Schema.Int,
      parts: Schema.Int,
      special: Schema.Array(Schema.String),
      plain: Schema.NullOr(Schema.String)
    })
  ).annotate({
    description:
      "Of a text: the parts that it is billed in, the signs that make parts 70 characters long instead of 160, and the text with plain signs in their place, if that helps."
  }),
  unsent: Schema.NullOr(
    Schema.Struct({
      status: Schema.Literals(["skipped", "held", "failed"]),
      reason: Schema.String,
      until: Schema.NullOr(Timestamp)
    })
  )
}).annotate({ identifier: "MessagePreview" })
export type MessagePreview = typeof MessagePreview.Type
