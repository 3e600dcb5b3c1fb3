import { Schema } from "effect"
import { IdText } from "../values/Id.ts"
import { OrderId } from "../orders/OrderId.ts"
import { Timestamp } from "../values/Time.ts"
import { CauseType } from "./FlowRun.ts"
import { SendEmail, SendSms } from "./Step.ts"

/** A message step, or the content of a campaign, saved or not, and the contact, order and event whose data it is rendered with. */
export const PreviewInput = Schema.Struct({
  trigger: Schema.Union([CauseType, Schema.Literal("campaign")]),
  step: Schema.Union([SendEmail, SendSms]).annotate({ message: "Must have a type: send_email or send_sms" }),
  contact_id: IdText,
  order_id: Schema.optionalKey(OrderId),
  event_id: Schema.optionalKey(IdText)
}).annotate({ identifier: "PreviewInput" })
export type PreviewInput = typeof PreviewInput.Type

/**
 * The message as it would be sent now. `unsent` says why it would not be; null if it would. `html` and `subject` are null for
 * a text, and every rendered part is null if the template fails with this data.
 */
export const MessagePreview = Schema.Struct({
  recipient: Schema.NullOr(Schema.String),
  subject: Schema.NullOr(Schema.String),
  html: Schema.NullOr(Schema.String),
  text: Schema.NullOr(Schema.String),
  unsent: Schema.NullOr(
    Schema.Struct({
      status: Schema.Literals(["skipped", "held", "failed"]),
      reason: Schema.String,
      until: Schema.NullOr(Timestamp)
    })
  )
}).annotate({ identifier: "MessagePreview" })
export type MessagePreview = typeof MessagePreview.Type
