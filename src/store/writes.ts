import type { SqlClient } from "effect/sql"
import type { Fragment } from "effect/sql/Statement"
import type { LedgerEntry } from "../domain/contacts/Consent.ts"
import type { Contact } from "../domain/contacts/Contact.ts"
import { emailKey } from "../domain/contacts/Email.ts"
import { storable } from "../domain/json/Json.ts"
import type { Order, Trigger } from "../domain/orders/Order.ts"
import { texts } from "./database/parameters.ts"
import { timeText } from "./rows.ts"

/** Rows as one parameter, for `json_to_recordset`: the statement stays the same for any number of them. */
export const rowsJson = (rows: ReadonlyArray<object>): string => JSON.stringify(rows)

const always = (sql: SqlClient.SqlClient): Fragment => sql`true`

/** Inserts contacts, or updates what decisions change of one that exists: empty names and phones, consents and figures. */
export const saveContacts = (sql: SqlClient.SqlClient, contacts: ReadonlyArray<Contact>, provided = always(sql)) => sql`
  INSERT INTO contacts (account_id, contact_id, email, email_key, phone, first_name, last_name, email_consent, sms_consent,
    email_withdrawn_at, email_withdrawn_by, sms_withdrawn_at, sms_withdrawn_by, order_count, first_order_at, last_order_at,
    created_at, updated_at)
  SELECT * FROM json_to_recordset(${rowsJson(
    contacts.map((contact) => ({
      ...contact,
      email_key: contact.email === null ? null : emailKey(contact.email),
      email_withdrawn_at: timeText(contact.email_withdrawn_at),
      sms_withdrawn_at: timeText(contact.sms_withdrawn_at),
      first_order_at: timeText(contact.first_order_at),
      last_order_at: timeText(contact.last_order_at),
      created_at: timeText(contact.created_at),
      updated_at: timeText(contact.updated_at)
    }))
  )}::json) AS r (account_id text, contact_id text, email text, email_key text, phone text, first_name text, last_name text,
    email_consent text, sms_consent text, email_withdrawn_at timestamptz, email_withdrawn_by text,
    sms_withdrawn_at timestamptz, sms_withdrawn_by text, order_count int, first_order_at timestamptz, last_order_at timestamptz,
    created_at timestamptz, updated_at timestamptz)
  WHERE ${provided}
  ON CONFLICT (account_id, contact_id) DO UPDATE SET phone = excluded.phone, first_name = excluded.first_name,
    last_name = excluded.last_name, email_consent = excluded.email_consent, sms_consent = excluded.sms_consent,
    email_withdrawn_at = excluded.email_withdrawn_at, email_withdrawn_by = excluded.email_withdrawn_by,
    sms_withdrawn_at = excluded.sms_withdrawn_at, sms_withdrawn_by = excluded.sms_withdrawn_by,
    order_count = excluded.order_count, first_order_at = excluded.first_order_at, last_order_at = excluded.last_order_at,
    updated_at = excluded.updated_at`

// Free-form members are JSON already: they stay the very text they are, neither escaped here nor parsed once more there. What an
// earlier build let through behind a repeated key, and can't be embedded, is emptied there.
const orderJson = (order: Order): string => {
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

/** Inserts orders, or overwrites those that exist. */
export const saveOrders = (sql: SqlClient.SqlClient, orders: ReadonlyArray<Order>, provided = always(sql)) => sql`
  INSERT INTO orders (account_id, order_id, contact_id, integration_id, email, phone, total, currency, placed_at, customer_id,
    subtotal, total_items, financial_status, fulfillment_status, shipment_status, discounts, tax_lines, line_items,
    billing_address, shipping_address, accepts_email_marketing, accepts_sms_marketing, deliveries,
    attributed_message_id, created_at, updated_at)
  SELECT account_id, order_id, contact_id, integration_id, email, phone, total, currency, placed_at, customer_id,
    subtotal, total_items, financial_status, fulfillment_status, shipment_status, discounts, tax_lines, line_items,
    billing_address, shipping_address, accepts_email_marketing, accepts_sms_marketing, deliveries,
    attributed_message_id, created_at, updated_at
  FROM json_to_recordset(${`[${orders.map(orderJson).join()}]`}::json) AS r (account_id text, order_id bigint, contact_id text, integration_id text, email text, phone text,
    total numeric, currency text, placed_at timestamptz, customer_id text, subtotal numeric, total_items bigint,
    financial_status text, fulfillment_status text, shipment_status text, discounts json, tax_lines json, line_items json,
    billing_address json, shipping_address json, accepts_email_marketing boolean, accepts_sms_marketing boolean,
    deliveries int, attributed_message_id text, created_at timestamptz, updated_at timestamptz)
  WHERE ${provided}
  ON CONFLICT (account_id, order_id) DO UPDATE SET contact_id = excluded.contact_id, integration_id = excluded.integration_id,
    email = excluded.email, phone = excluded.phone, total = excluded.total, currency = excluded.currency,
    placed_at = excluded.placed_at, customer_id = excluded.customer_id, subtotal = excluded.subtotal,
    total_items = excluded.total_items, financial_status = excluded.financial_status,
    fulfillment_status = excluded.fulfillment_status, shipment_status = excluded.shipment_status,
    discounts = excluded.discounts, tax_lines = excluded.tax_lines, line_items = excluded.line_items,
    billing_address = excluded.billing_address, shipping_address = excluded.shipping_address,
    accepts_email_marketing = excluded.accepts_email_marketing, accepts_sms_marketing = excluded.accepts_sms_marketing,
    deliveries = excluded.deliveries, updated_at = excluded.updated_at`

/** Sets the first and last order of contacts from the orders they have. */
export const readRanges = (
  sql: SqlClient.SqlClient,
  of: ReadonlyArray<Pick<Contact, "account_id" | "contact_id">>
) => sql`
  UPDATE contacts SET
    first_order_at = (SELECT min(placed_at) FROM orders o
      WHERE o.account_id = contacts.account_id AND o.contact_id = contacts.contact_id),
    last_order_at = (SELECT max(placed_at) FROM orders o
      WHERE o.account_id = contacts.account_id AND o.contact_id = contacts.contact_id)
  WHERE (account_id, contact_id) IN (SELECT * FROM unnest(${texts(of.map(({ account_id }) => account_id))},
    ${texts(of.map(({ contact_id }) => contact_id))}))`

/** Appends to the consent ledger, in the order given. */
export const appendLedger = (
  sql: SqlClient.SqlClient,
  ledger: ReadonlyArray<LedgerEntry>,
  provided = always(sql)
) => sql`
  INSERT INTO consent_log (account_id, contact_id, channel, from_state, to_state, refused, cause, rule, source_id, actor,
    effective_at, recorded_at)
  SELECT * FROM json_to_recordset(${rowsJson(
    ledger.map((entry) => ({
      ...entry,
      effective_at: timeText(entry.effective_at),
      recorded_at: timeText(entry.recorded_at)
    }))
  )}::json) AS r (account_id text, contact_id text, channel text, from_state text, to_state text, refused boolean, cause text,
    rule text, source_id text, actor text, effective_at timestamptz, recorded_at timestamptz)
  WHERE ${provided}`

/** Writes down what happened; a trigger is a key, so one told twice is an error. */
export const saveTriggers = (sql: SqlClient.SqlClient, triggers: ReadonlyArray<Trigger>, provided = always(sql)) => sql`
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
  WHERE ${provided}`
