import { Schema } from "effect"
import { Cause, Channel, EmailConsent, SmsConsent } from "./Consent.ts"
import { RunStatus } from "../flows/FlowRun.ts"
import { CauseType } from "../flows/FlowTrigger.ts"
import { MessageStatus } from "../messages/Message.ts"
import { ConsentRuleText } from "../reasons.ts"
import { Timestamp } from "../values/Time.ts"

const text = Schema.NullOr(Schema.String)
const State = Schema.Union([EmailConsent, SmsConsent])
const message = { message_id: Schema.String, channel: Channel, subject: text, flow_name: text }

/** An entry of a contact's history, by kind. `rule` is a sentence; a `click` is the first of its message. */
export const Happening = Schema.Union([
  Schema.Struct({
    type: Schema.Literal("order"),
    order_id: Schema.String,
    total_amount: Schema.String,
    currency_code: Schema.String,
    total_items: Schema.NullOr(Schema.Int),
    shipment_status: text
  }),
  Schema.Struct({ type: Schema.Literal("event"), event_id: Schema.String, event_type: Schema.String }),
  Schema.Struct({ type: Schema.Literal("view"), product_id: Schema.String, title: text, url: text }),
  Schema.Struct({
    type: Schema.Literal("consent"),
    channel: Channel,
    topic: text,
    from: State,
    to: State,
    refused: Schema.Boolean,
    cause: Cause,
    rule: ConsentRuleText,
    source_id: Schema.String
  }),
  Schema.Struct({
    type: Schema.Literal("flow"),
    flow_id: Schema.String,
    flow_name: Schema.String,
    cause: CauseType,
    status: RunStatus
  }),
  Schema.Struct({ type: Schema.Literal("message"), ...message, status: MessageStatus, reason: text }),
  Schema.Struct({ type: Schema.Literal("click"), ...message })
])

/** An item of a contact's timeline. `at` is when an order was placed and when an event happened. */
export const TimelineItem = Schema.Struct({ id: Schema.String, at: Timestamp, happening: Happening }).annotate({
  identifier: "TimelineItem"
})
export type TimelineItem = typeof TimelineItem.Type
