import { Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { EmailConsent, SmsConsent } from "../../domain/contacts/Consent.ts"
import { formatAmount } from "../../domain/orders/Currency.ts"
import type { DueMessage } from "../../domain/messages/Outcome.ts"

/** What templates and webhooks show of a contact, as JSON. Contract: the query names the table `contact`. */
export const contactTemplateJson = (sql: SqlClient.SqlClient) =>
  sql.literal(`CASE WHEN contact.contact_id IS NULL THEN NULL ELSE json_build_object('id', contact.contact_id,
    'email', contact.email, 'phone', contact.phone, 'first_name', contact.first_name, 'last_name', contact.last_name,
    'email_consent', contact.email_consent, 'sms_consent', contact.sms_consent, 'tags', contact.tags,
    'custom_fields', contact.custom_fields, 'order_count', contact.order_count, 'first_order_at', contact.first_order_at,
    'last_order_at', contact.last_order_at) END`)

/** The same of an order, named `o`. */
export const orderTemplateJson = (sql: SqlClient.SqlClient) =>
  sql.literal(`CASE WHEN o.order_id IS NULL THEN NULL ELSE json_build_object('order_id', o.order_id, 'total', o.total,
    'currency', o.currency, 'placed_at', o.placed_at, 'email', o.email, 'phone', o.phone, 'customer_id', o.customer_id,
    'subtotal', o.subtotal, 'total_items', o.total_items, 'financial_status', o.financial_status,
    'fulfillment_status', o.fulfillment_status, 'shipment_status', o.shipment_status, 'discounts', o.discounts,
    'tax_lines', o.tax_lines, 'line_items', o.line_items, 'billing_address', o.billing_address,
    'shipping_address', o.shipping_address) END`)

/** The same of an event, named `event`. */
export const eventTemplateJson = (sql: SqlClient.SqlClient) =>
  sql.literal(`CASE WHEN event.event_id IS NULL THEN NULL ELSE json_build_object('event_type', event.event_type,
    'event_time', event.event_time, 'event_data', event.event_data) END`)

const json = <S extends Schema.StructWithRest.Objects>(known: S) =>
  Schema.NullOr(Schema.fromJsonString(Schema.StructWithRest(known, [Schema.Record(Schema.String, Schema.Unknown)])))

/** What `templateColumns` reads. */
export const TemplateRow = Schema.Struct({
  name: Schema.String,
  timezone: Schema.String,
  contact: json(
    Schema.Struct({
      id: Schema.String,
      email: Schema.NullOr(Schema.String),
      phone: Schema.NullOr(Schema.String),
      email_consent: EmailConsent,
      sms_consent: SmsConsent
    })
  ),
  order: json(Schema.Struct({ currency: Schema.String })),
  event: Schema.NullOr(Schema.fromJsonString(Schema.Unknown)),
  order_id: Schema.NullOr(Schema.String),
  total: Schema.NullOr(Schema.String)
})

/** All that a message is judged by and shows. Contract: the query names the tables `account`, `contact`, `o` and `event`. */
export const templateColumns = (sql: SqlClient.SqlClient) =>
  sql`account.name, account.timezone, (${contactTemplateJson(sql)})::text AS contact, (${orderTemplateJson(sql)})::text AS order,
    (${eventTemplateJson(sql)})::text AS event, o.order_id::text, o.total::text AS total`

/** The same as sending takes it. */
export const templateFacts = ({
  name,
  timezone,
  contact,
  order,
  event,
  order_id,
  total
}: typeof TemplateRow.Type): Pick<DueMessage, "account_name" | "timezone" | "contact" | "data"> => ({
  account_name: name,
  timezone,
  contact: contact ?? undefined,
  data: {
    account: { name },
    contact,
    order: order === null ? null : { ...order, order_id, total_amount: formatAmount(total ?? "", order.currency) },
    event
  }
})
