import { Schema } from "effect"
import { Channel } from "../contacts/Consent.ts"
import { MessageStatus, Purpose } from "./Message.ts"

/** What clicks brought in: orders of one currency, their sum as decimal text. */
export const Revenue = Schema.Struct({ currency: Schema.String, orders: Schema.Int, amount: Schema.String }).annotate({
  identifier: "Revenue"
})

/** A message as people look at it; `contact` is the address of the contact, null once it is erased. `subject` and `body` are templates until it goes out, then what went out. */
export const listedMessage = <S extends Schema.Top>(time: S) =>
  Schema.Struct({
    id: Schema.String,
    contact_id: Schema.String,
    contact: Schema.NullOr(Schema.String),
    channel: Channel,
    purpose: Purpose,
    status: MessageStatus,
    reason: Schema.NullOr(Schema.String),
    flow_id: Schema.NullOr(Schema.String),
    flow_name: Schema.NullOr(Schema.String),
    run_id: Schema.NullOr(Schema.String),
    step_id: Schema.NullOr(Schema.String),
    recipient: Schema.NullOr(Schema.String),
    subject: Schema.NullOr(Schema.String),
    body: Schema.String,
    attempts: Schema.Int,
    due_at: time,
    sent_at: Schema.NullOr(time),
    clicked_at: Schema.NullOr(time),
    created_at: time
  })

/** Which messages are wanted; all of them unless said. */
export interface MessageFilter {
  readonly contact_id?: string
  readonly flow_id?: string
  readonly run_id?: string
  readonly status?: MessageStatus
}
