import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { Channel, EmailConsent, SmsConsent } from "../domain/Consent.ts"
import { formatAmount } from "../domain/Currency.ts"
import { Purpose } from "../domain/Message.ts"
import type { DueMessage } from "../domain/Outcome.ts"
import { texts } from "./parameters.ts"
import { timeText } from "./rows.ts"

const Claimed = Schema.Struct({
  account_id: Schema.String,
  message_id: Schema.String,
  channel: Channel,
  purpose: Purpose,
  subject: Schema.NullOr(Schema.String),
  body: Schema.String,
  attempts: Schema.Int
})
type Claimed = typeof Claimed.Type

const Json = Schema.fromJsonString(Schema.Unknown)
const Contact = Schema.Struct({
  id: Schema.String,
  email: Schema.NullOr(Schema.String),
  phone: Schema.NullOr(Schema.String),
  email_consent: EmailConsent,
  sms_consent: SmsConsent
})
const Order = Schema.Struct({ total: Schema.Number, total_text: Schema.String, currency: Schema.String })
const Data = Schema.Struct({
  account_id: Schema.String,
  message_id: Schema.String,
  name: Schema.String,
  timezone: Schema.String,
  contact: Schema.NullOr(
    Schema.fromJsonString(Schema.StructWithRest(Contact, [Schema.Record(Schema.String, Schema.Unknown)]))
  ),
  order: Schema.NullOr(
    Schema.fromJsonString(Schema.StructWithRest(Order, [Schema.Record(Schema.String, Schema.Unknown)]))
  ),
  event: Schema.NullOr(Json)
})

const decodeClaimed = Schema.decodeUnknownEffect(Schema.Array(Claimed))
const decodeData = Schema.decodeUnknownEffect(Schema.Array(Data))

/** Due messages under a lease: at most eight of an account, and of all accounts one after the other. */
export const claimMessages = (
  sql: SqlClient.SqlClient,
  options: { readonly now: number; readonly until: number; readonly channel: Channel; readonly most: number }
) =>
  sql`
  WITH due AS (
    SELECT account.account_id, found.message_id, found.due_at
    FROM accounts account CROSS JOIN LATERAL (
      SELECT message_id, due_at FROM messages
      WHERE account_id = account.account_id AND status IN ('queued', 'held') AND channel = ${options.channel}
        AND due_at <= ${timeText(options.now)}::timestamptz
      ORDER BY due_at LIMIT 8 FOR UPDATE SKIP LOCKED
    ) found
  ),
  picked AS (
    SELECT account_id, message_id FROM due
    ORDER BY row_number() OVER (PARTITION BY account_id ORDER BY due_at), due_at LIMIT ${options.most}
  )
  UPDATE messages m SET attempts = m.attempts + 1, due_at = ${timeText(options.until)}::timestamptz
  FROM picked WHERE m.account_id = picked.account_id AND m.message_id = picked.message_id
  RETURNING m.account_id, m.message_id, m.channel, m.purpose, m.subject, m.body, m.attempts`.pipe(
    Effect.flatMap((rows) => Effect.orDie(decodeClaimed(rows)))
  )

/** Reads what claimed messages are judged by and show: account, contact, order and event as they are now. */
export const readData = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, claimed: ReadonlyArray<Claimed>) {
  if (claimed.length === 0) return []
  const rows = yield* sql`
    SELECT m.account_id, m.message_id, account.name, account.timezone,
      CASE WHEN contact.contact_id IS NULL THEN NULL ELSE json_build_object('id', contact.contact_id, 'email', contact.email,
        'phone', contact.phone, 'first_name', contact.first_name, 'last_name', contact.last_name,
        'email_consent', contact.email_consent, 'sms_consent', contact.sms_consent, 'tags', contact.tags,
        'custom_fields', contact.custom_fields, 'order_count', contact.order_count,
        'first_order_at', contact.first_order_at, 'last_order_at', contact.last_order_at)::text END AS contact,
      CASE WHEN o.order_id IS NULL THEN NULL ELSE json_build_object('order_id', o.order_id::text, 'total', o.total::float8,
        'total_text', o.total::text, 'currency', o.currency, 'placed_at', o.placed_at, 'email', o.email, 'phone', o.phone,
        'customer_id', o.customer_id, 'subtotal', o.subtotal::float8, 'total_items', o.total_items,
        'financial_status', o.financial_status, 'fulfillment_status', o.fulfillment_status,
        'shipment_status', o.shipment_status, 'discounts', o.discounts, 'tax_lines', o.tax_lines,
        'line_items', o.line_items, 'billing_address', o.billing_address, 'shipping_address', o.shipping_address)::text
        END AS order,
      CASE WHEN event.event_id IS NULL THEN NULL ELSE json_build_object('event_type', event.event_type,
        'event_time', event.event_time, 'event_data', event.event_data)::text END AS event
    FROM unnest(${texts(claimed.map(({ account_id }) => account_id))}, ${texts(claimed.map(({ message_id }) => message_id))})
      AS claimed (account_id, message_id)
    JOIN messages m USING (account_id, message_id)
    JOIN accounts account USING (account_id)
    LEFT JOIN contacts contact ON contact.account_id = m.account_id AND contact.contact_id = m.contact_id
    LEFT JOIN orders o ON o.account_id = m.account_id AND o.order_id = m.order_id
    LEFT JOIN events event ON event.account_id = m.account_id AND event.event_id = m.event_id`.pipe(
    Effect.flatMap((found) => Effect.orDie(decodeData(found)))
  )
  const data = new Map(rows.map((row) => [`${row.account_id}|${row.message_id}`, row]))
  return claimed.flatMap((message): ReadonlyArray<DueMessage> => {
    const row = data.get(`${message.account_id}|${message.message_id}`)
    if (row === undefined) return []
    const { order, contact } = row
    return [
      {
        ...message,
        account_name: row.name,
        timezone: row.timezone,
        contact: contact ?? undefined,
        data: {
          account: { name: row.name },
          contact,
          order: order === null ? null : { ...order, total_amount: formatAmount(order.total_text, order.currency) },
          event: row.event
        }
      }
    ]
  })
})
