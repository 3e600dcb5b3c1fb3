import { Schema } from "effect"
import { Condition, type Conditions } from "../conditions/Condition.ts"
import { factReader, type Facts, fieldKindOf } from "../conditions/Facts.ts"
import { historyFieldOf } from "../conditions/History.ts"
import { AnyConsent, ConsentChange } from "../contacts/ConsentChange.ts"
import { FlowTrigger } from "../flows/FlowTrigger.ts"
import { OrderId } from "../orders/OrderId.ts"
import { beginning } from "../values/Text.ts"
import { Timestamp } from "../values/Time.ts"

/** A condition that let the contact in, with the value that it compared then, where that is still known. */
const ConditionThen = Schema.Struct({
  condition: Condition,
  known: Schema.Boolean.annotate({
    description:
      "Whether `value` is the one of then: of an event, and of an order or a cart that was not written to since."
  }),
  value: Schema.NullOr(Schema.String)
}).annotate({ identifier: "ConditionThen" })
export type ConditionThen = typeof ConditionThen.Type

/** Why a message was written to its contact (contract §20). */
export const MessageWhy = Schema.Struct({
  trigger: Schema.NullOr(FlowTrigger).annotate({
    description: "What started the flow, as its version of then says. Null for messages of no flow."
  }),
  flow_version: Schema.NullOr(Schema.Int),
  started_at: Schema.NullOr(Timestamp).annotate({ description: "When the contact entered the flow." }),
  order_id: Schema.NullOr(OrderId),
  event_id: Schema.NullOr(Schema.String),
  cart_id: Schema.NullOr(Schema.String),
  product_id: Schema.NullOr(Schema.String),
  conditions: Schema.Array(Schema.Array(ConditionThen)).annotate({
    description:
      "The filters of the flow, or the conditions that the segments of the campaign had when it was scheduled: one group held. None: no condition."
  }),
  topic: Schema.NullOr(Schema.String).annotate({
    description: "The topic of the message; null for general marketing, and for messages that are none."
  }),
  consent: Schema.Struct({
    required: Schema.Boolean.annotate({ description: "Whether the message needs a marketing consent." }),
    at: Timestamp.annotate({ description: "When it was sent, else when it was last decided on." }),
    state: AnyConsent,
    entry: Schema.NullOr(ConsentChange).annotate({
      description: "The entry of the consent ledger that made the state, with its proof. Null before the first."
    })
  })
}).annotate({ identifier: "MessageWhy" })
export type MessageWhy = typeof MessageWhy.Type

const isKnown = (field: string, { order, event, cart }: Facts, started_at: number): boolean => {
  // What is counted, and what is kept of the contact, is known as it is now alone.
  if (historyFieldOf(field) !== undefined) return false
  if (field.startsWith("event.")) return event !== null
  if (field.startsWith("order.")) return order !== null && order.updated_at <= started_at
  if (field.startsWith("cart.")) return cart != null && cart.written_at <= started_at
  return field === "contact.created_at"
}

// A value may be as long as a body.
const maxValue = 500

/** A value that a condition compared, as text; null for none. Pure. */
export const comparedText = (field: string, value: unknown): string | null => {
  if (value === undefined || value === null) return null
  if (fieldKindOf(field) === "time" && typeof value === "number") return new Date(value).toISOString()
  return beginning(value instanceof Set ? [...value].map(String).join(", ") : String(value), maxValue)
}

/** The conditions with the values that they compared when the run started, in milliseconds, as far as `facts` tell them. Pure. */
export const conditionsThen = (
  conditions: Conditions,
  facts: Facts | undefined,
  started_at: number
): ReadonlyArray<ReadonlyArray<ConditionThen>> => {
  const reader = facts === undefined ? undefined : factReader(facts)
  return conditions.map((group) =>
    group.map((condition) => {
      const known = facts !== undefined && isKnown(condition.field, facts, started_at)
      return { condition, known, value: known ? comparedText(condition.field, reader?.read(condition)) : null }
    })
  )
}
