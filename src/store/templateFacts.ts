import type { SqlClient } from "effect/sql"

/** What templates and webhooks show of a contact, as JSON. Contract: the query names the table `contact`. */
export const contactJson = (sql: SqlClient.SqlClient) =>
  sql.literal(`CASE WHEN contact.contact_id IS NULL THEN NULL ELSE json_build_object('id', contact.contact_id,
    'email', contact.email, 'phone', contact.phone, 'first_name', contact.first_name, 'last_name', contact.last_name,
    'email_consent', contact.email_consent, 'sms_consent', contact.sms_consent, 'tags', contact.tags,
    'custom_fields', contact.custom_fields, 'order_count', contact.order_count, 'first_order_at', contact.first_order_at,
    'last_order_at', contact.last_order_at) END`)

/** The same of an order, named `o`. */
export const orderJson = (sql: SqlClient.SqlClient) =>
  sql.literal(`CASE WHEN o.order_id IS NULL THEN NULL ELSE json_build_object('order_id', o.order_id, 'total', o.total,
    'currency', o.currency, 'placed_at', o.placed_at, 'email', o.email, 'phone', o.phone, 'customer_id', o.customer_id,
    'subtotal', o.subtotal, 'total_items', o.total_items, 'financial_status', o.financial_status,
    'fulfillment_status', o.fulfillment_status, 'shipment_status', o.shipment_status, 'discounts', o.discounts,
    'tax_lines', o.tax_lines, 'line_items', o.line_items, 'billing_address', o.billing_address,
    'shipping_address', o.shipping_address) END`)

/** The same of an event, named `event`. */
export const eventJson = (sql: SqlClient.SqlClient) =>
  sql.literal(`CASE WHEN event.event_id IS NULL THEN NULL ELSE json_build_object('event_type', event.event_type,
    'event_time', event.event_time, 'event_data', event.event_data) END`)
