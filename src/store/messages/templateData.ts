import { Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { EmailConsent, SmsConsent } from "../../domain/contacts/Consent.ts"
import { formatAmount } from "../../domain/orders/Currency.ts"
import type { DueMessage } from "../../domain/messages/Message.ts"
import { ProfileRow } from "./senderRow.ts"

/** The members of a contact in templates and webhooks, as JSON. Requires the table alias `contact`. */
export const contactTemplateJson = (sql: SqlClient.SqlClient) =>
  sql.literal(`CASE WHEN contact.contact_id IS NULL THEN NULL ELSE json_build_object('id', contact.contact_id,
    'email', contact.email, 'phone', contact.phone, 'first_name', contact.first_name, 'last_name', contact.last_name,
    'email_consent', contact.email_consent, 'sms_consent', contact.sms_consent, 'tags', contact.tags,
    'custom_fields', contact.custom_fields, 'order_count', contact.order_count, 'first_order_at', contact.first_order_at,
    'last_order_at', contact.last_order_at) END`)

/** The members of an order in templates and webhooks, as JSON. Requires the table alias `o`. */
export const orderTemplateJson = (sql: SqlClient.SqlClient) =>
  sql.literal(`CASE WHEN o.order_id IS NULL THEN NULL ELSE json_build_object('order_id', o.order_id, 'total', o.total,
    'currency', o.currency, 'placed_at', o.placed_at, 'email', o.email, 'phone', o.phone, 'customer_id', o.customer_id,
    'subtotal', o.subtotal, 'total_items', o.total_items, 'financial_status', o.financial_status,
    'fulfillment_status', o.fulfillment_status, 'shipment_status', o.shipment_status, 'discounts', o.discounts,
    'tax_lines', o.tax_lines, 'line_items', o.line_items, 'billing_address', o.billing_address,
    'shipping_address', o.shipping_address) END`)

/** The members of an event in templates and webhooks, as JSON. Requires the table alias `event`. */
export const eventTemplateJson = (sql: SqlClient.SqlClient) =>
  sql.literal(`CASE WHEN event.event_id IS NULL THEN NULL ELSE json_build_object('event_type', event.event_type,
    'event_time', event.event_time, 'event_data', event.event_data) END`)

/** The account's `SenderProfile` as JSON, with its version. Requires the table alias `sender`, whose row may be missing. */
const senderJson = (sql: SqlClient.SqlClient) =>
  sql.literal(`json_build_object('from_name', sender.from_name, 'from_email', sender.from_email, 'reply_to', sender.reply_to,
    'postal_address', sender.postal_address, 'logo_url', sender.logo_url, 'color', sender.color, 'version', coalesce(sender.version, 0))`)

const jsonWith = <S extends Schema.StructWithRest.Objects>(required: S) =>
  Schema.NullOr(Schema.fromJsonString(Schema.StructWithRest(required, [Schema.Record(Schema.String, Schema.Unknown)])))

/** A row of `templateColumns`. */
export const TemplateRow = Schema.Struct({
  name: Schema.String,
  timezone: Schema.String,
  country: Schema.String,
  sender: Schema.fromJsonString(Schema.Struct({ ...ProfileRow.fields, version: Schema.Int })),
  contact: jsonWith(
    Schema.Struct({
      id: Schema.String,
      email: Schema.NullOr(Schema.String),
      phone: Schema.NullOr(Schema.String),
      email_consent: EmailConsent,
      sms_consent: SmsConsent
    })
  ),
  order: jsonWith(Schema.Struct({ currency: Schema.String })),
  event: Schema.NullOr(Schema.fromJsonString(Schema.Unknown)),
  order_id: Schema.NullOr(Schema.String),
  total: Schema.NullOr(Schema.String)
})

/** The columns of a `TemplateRow`. Requires the table aliases `account`, `sender`, `contact`, `o` and `event`. */
export const templateColumns = (sql: SqlClient.SqlClient) =>
  sql`account.name, account.timezone, account.default_country AS country, (${senderJson(sql)})::text AS sender, (${contactTemplateJson(sql)})::text AS contact, (${orderTemplateJson(sql)})::text AS order,
    (${eventTemplateJson(sql)})::text AS event, o.order_id::text, o.total::text AS total`

/** The members of a `DueMessage` that a `TemplateRow` gives. */
export const templateData = ({
  name,
  timezone,
  country,
  sender: { version: sender_version, ...sender },
  contact,
  order,
  event,
  order_id,
  total
}: typeof TemplateRow.Type): Pick<
  DueMessage,
  "account_name" | "timezone" | "country" | "sender" | "sender_version" | "contact" | "data"
> => ({
  account_name: name,
  timezone,
  country,
  sender,
  sender_version,
  contact: contact ?? undefined,
  data: {
    account: { name },
    contact,
    order: order === null ? null : { ...order, order_id, total_amount: formatAmount(total ?? "", order.currency) },
    event
  }
})
