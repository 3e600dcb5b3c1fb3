import { Schema } from "effect"
import { IdText } from "../values/Id.ts"
import { OrderId } from "../orders/OrderId.ts"
import { Timestamp } from "../values/Time.ts"
import { CauseType } from "./Flow.ts"
import { SendEmail, SendSms } from "./Definition.ts"

/** A message step, saved or not, and whose data it is to be shown with. */
export const PreviewInput = Schema.Struct({
  trigger: CauseType,
  step: Schema.Union([SendEmail, SendSms]).annotate({ message: "Must have a type: send_email or send_sms" }),
  contact_id: IdText,
  order_id: Schema.optionalKey(OrderId),
  event_id: Schema.optionalKey(IdText)
}).annotate({ identifier: "PreviewInput" })
export type PreviewInput = typeof PreviewInput.Type

/**
 * The message as it would go out now, word for word, and why it would not. `html` and `subject` are null for a text; all
 * that is rendered is null when the template fails with this data.
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
