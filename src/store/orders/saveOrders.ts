import type { SqlClient } from "effect/sql"
import type { Fragment } from "effect/sql/Statement"
import type { Contact } from "../../domain/contacts/Contact.ts"
import { storable } from "../../domain/json/Json.ts"
import type { Order, Trigger } from "../../domain/orders/Order.ts"
import { rowsJson, texts } from "../database/parameters.ts"
import { timeText } from "../database/timestamps.ts"

// Free-form members are JSON text already and are embedded as they are, neither escaped nor parsed again. `storable` empties
// members that cannot be embedded.
const orderRowJson = (order: Order): string => {
  const { discounts, tax_lines, line_items, billing_address, shipping_address, ...plain } = order
  const row = JSON.stringify({
    ...plain,
    order_id: String(order.order_id),
    placed_at: timeText(order.placed_at),
    created_at: timeText(order.created_at),
    updated_at: timeText(order.updated_at)
  })
  const free = { discounts, tax_lines, line_items, billing_address, shipping_address }
  return `${row.slice(0, -1)}${Object.entries(free)
    .map(([name, json]) => `,"${name}":${json === null ? json : storable(json)}`)
    .join("")}}`
}

/** Upserts orders if `condition` holds. */
export const saveOrders = (
  sql: SqlClient.SqlClient,
  orders: ReadonlyArray<Order>,
  condition: Fragment = sql`true`
) => sql`
  INSERT INTO orders (account_id, order_id, contact_id, integration_id, email, phone, total, currency, placed_at, customer_id,
    subtotal, total_items, financial_status, fulfillment_status, shipment_status, discounts, tax_lines, line_items,
    billing_address, shipping_address, accepts_email_marketing, accepts_sms_marketing, deliveries,
    attributed_message_id, created_at, updated_at)
  SELECT account_id, order_id, contact_id, integration_id, email, phone, total, currency, placed_at, customer_id,
    subtotal, total_items, financial_status, fulfillment_status, shipment_status, discounts, tax_lines, line_items,
    billing_address, shipping_address, accepts_email_marketing, accepts_sms_marketing, deliveries,
    attributed_message_id, created_at, updated_at
  FROM json_to_recordset(${`[${orders.map(orderRowJson).join()}]`}::json) AS r (account_id text, order_id bigint, contact_id text, integration_id text, email text, phone text,
    total numeric, currency text, placed_at timestamptz, customer_id text, subtotal numeric, total_items bigint,
    financial_status text, fulfillment_status text, shipment_status text, discounts json, tax_lines json, line_items json,
    billing_address json, shipping_address json, accepts_email_marketing boolean, accepts_sms_marketing boolean,
    deliveries int, attributed_message_id text, created_at timestamptz, updated_at timestamptz)
  WHERE ${condition}
  ON CONFLICT (account_id, order_id) DO UPDATE SET contact_id = excluded.contact_id, integration_id = excluded.integration_id,
    email = excluded.email, phone = excluded.phone, total = excluded.total, currency = excluded.currency,
    placed_at = excluded.placed_at, customer_id = excluded.customer_id, subtotal = excluded.subtotal,
    total_items = excluded.total_items, financial_status = excluded.financial_status,
    fulfillment_status = excluded.fulfillment_status, shipment_status = excluded.shipment_status,
    discounts = excluded.discounts, tax_lines = excluded.tax_lines, line_items = excluded.line_items,
    billing_address = excluded.billing_address, shipping_address = excluded.shipping_address,
    accepts_email_marketing = excluded.accepts_email_marketing, accepts_sms_marketing = excluded.accepts_sms_marketing,
    deliveries = excluded.deliveries, updated_at = excluded.updated_at`

/** Inserts flow triggers if `condition` holds. A trigger is its own key: inserting one twice is an error. */
export const saveTriggers = (
  sql: SqlClient.SqlClient,
  triggers: ReadonlyArray<Trigger>,
  condition: Fragment = sql`true`
) => sql`
  INSERT INTO flow_triggers (account_id, type, order_id, occurrence, contact_id, occurred_at)
  SELECT * FROM json_to_recordset(${rowsJson(
    triggers.map(({ account_id, type, order_id, occurrence, contact_id, occurred_at }) => ({
      account_id,
      type,
      order_id: String(order_id),
      occurrence,
      contact_id,
      occurred_at: timeText(occurred_at)
    }))
  )}::json) AS r (account_id text, type text, order_id bigint, occurrence int, contact_id text, occurred_at timestamptz)
  WHERE ${condition}`

/** Sets `first_order_at` and `last_order_at` of contacts from their stored orders. */
export const updateOrderRanges = (
  sql: SqlClient.SqlClient,
  contacts: ReadonlyArray<Pick<Contact, "account_id" | "contact_id">>
) => sql`
  UPDATE contacts SET
    first_order_at = (SELECT min(placed_at) FROM orders o
      WHERE o.account_id = contacts.account_id AND o.contact_id = contacts.contact_id),
    last_order_at = (SELECT max(placed_at) FROM orders o
      WHERE o.account_id = contacts.account_id AND o.contact_id = contacts.contact_id)
  WHERE (account_id, contact_id) IN (SELECT * FROM unnest(${texts(contacts.map(({ account_id }) => account_id))},
    ${texts(contacts.map(({ contact_id }) => contact_id))}))`
