import { Schema } from "effect"
import { Channel } from "../contacts/Consent.ts"
import type { Sort } from "../lists/Sort.ts"
import { MessageClass, MessageStatus, Purpose } from "./Message.ts"

/** Orders attributed to a message, of one currency; `amount` is their sum as decimal text. */
export const Revenue = Schema.Struct({ currency: Schema.String, orders: Schema.Int, amount: Schema.String }).annotate({
  identifier: "Revenue"
})

/**
 * A message as the dashboard lists it. `contact` is the contact's address, null once it is erased. `subject` and `body` are the
 * templates until the message is sent, then the rendered text.
 */
export const listedMessage = <S extends Schema.Top>(time: S) =>
  Schema.Struct({
    id: Schema.String,
    contact_id: Schema.String,
    contact: Schema.NullOr(Schema.String),
    channel: Channel,
    purpose: Purpose,
    class: MessageClass,
    status: MessageStatus,
    reason: Schema.NullOr(Schema.String),
    flow_id: Schema.NullOr(Schema.String),
    flow_name: Schema.NullOr(Schema.String),
    campaign_id: Schema.NullOr(Schema.String),
    campaign_name: Schema.NullOr(Schema.String),
    run_id: Schema.NullOr(Schema.String),
    step_id: Schema.NullOr(Schema.String),
    recipient: Schema.NullOr(Schema.String),
    subject: Schema.NullOr(Schema.String),
    body: Schema.String,
    attempts: Schema.Int,
    due_at: time,
    sent_at: Schema.NullOr(time),
    clicked_at: Schema.NullOr(time),
    products: Schema.Array(Schema.String).annotate({
      description: "The ids of the products that the sent message shows."
    }),
    created_at: time
  })

/** The columns that the list of messages can be sorted by. */
export const messageSortColumns = ["created_at"] as const
export type MessageSort = Sort<(typeof messageSortColumns)[number]>

/** Filters of the list; an absent member does not filter. */
export interface MessageFilter {
  readonly contact_id?: string
  readonly flow_id?: string
  readonly campaign_id?: string
  readonly run_id?: string
  readonly status?: MessageStatus
}
