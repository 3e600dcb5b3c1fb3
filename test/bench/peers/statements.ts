/** The transaction of one order, statement by statement, on the service's tables. `pgbench.sql` runs the same. */

/** Bearer token, account and both rate windows in one statement. No row for an unknown token; `granted` is null when a window is full. */
export const admit = {
  name: "admit",
  text: `WITH caller AS (
      SELECT token.account_id, token.token_id, token.scopes, account.default_country, account.limit_per_minute, account.limit_per_day,
        clock_timestamp() AS now
      FROM bearer_tokens token JOIN accounts account USING (account_id)
      WHERE token.digest = $1 AND token.revoked_at IS NULL AND (token.expires_at IS NULL OR token.expires_at > clock_timestamp())
    ), charged AS (
      INSERT INTO rate_windows AS kept (account_id, address, minute, minute_used, minute_limit, day, day_used, day_limit, granted)
      SELECT account_id, '', date_trunc('minute', now, 'UTC'), 1, limit_per_minute, date_trunc('day', now, 'UTC'), 1, limit_per_day, 1
      FROM caller
      ON CONFLICT (account_id, address) DO UPDATE SET
        minute = excluded.minute, day = excluded.day, minute_limit = excluded.minute_limit, day_limit = excluded.day_limit,
        minute_used = CASE WHEN kept.minute = excluded.minute THEN kept.minute_used ELSE 0 END + 1,
        day_used = CASE WHEN kept.day = excluded.day THEN kept.day_used ELSE 0 END + 1
      WHERE (kept.minute <> excluded.minute OR kept.minute_used < excluded.minute_limit)
        AND (kept.day <> excluded.day OR kept.day_used < excluded.day_limit)
      RETURNING account_id, granted, minute, minute_used, day, day_used
    )
    SELECT caller.*, charged.granted, charged.minute, charged.minute_used, charged.day, charged.day_used
    FROM caller LEFT JOIN charged USING (account_id)`
}

/** Locks in sorted order, to avoid deadlocks. */
export const lock = {
  name: "lock",
  text: `SELECT pg_advisory_xact_lock(key) FROM (
      SELECT DISTINCT hashtextextended(name, 0) AS key FROM unnest($1::text[]) AS name ORDER BY 1) keys`
}

export const findOrder = {
  name: "find_order",
  text: `SELECT * FROM orders WHERE account_id = $1 AND order_id = $2`
}

export const findContacts = {
  name: "find_contacts",
  text: `SELECT contact_id, email_key, phone, email_consent, sms_consent FROM contacts WHERE account_id = $1 AND contact_id IN (
      SELECT contact_id FROM contacts WHERE account_id = $1 AND email_key = $2
      UNION ALL SELECT contact_id FROM contacts WHERE account_id = $1 AND phone = $3)
    ORDER BY contact_id FOR UPDATE`
}

export const findIntegrations = {
  name: "find_integrations",
  text: `SELECT integration_id, digest, store_name, store_url FROM integrations WHERE account_id = $1 AND active ORDER BY integration_id`
}

export const insertContact = {
  name: "insert_contact",
  text: `INSERT INTO contacts (account_id, contact_id, email, email_key, phone, first_name, last_name, email_consent, sms_consent,
      order_count, first_order_at, last_order_at, created_at, updated_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 1, $10, $10, $11, $11)`
}

export const updateContact = {
  name: "update_contact",
  text: `UPDATE contacts SET email_consent = $3, order_count = order_count + 1,
      first_order_at = least(first_order_at, $4::timestamptz), last_order_at = greatest(last_order_at, $4::timestamptz), updated_at = $5
    WHERE account_id = $1 AND contact_id = $2`
}

/** Recomputes figures from the orders, when an order changed its date or contact. */
export const recount = {
  name: "recount",
  text: `UPDATE contacts SET (order_count, first_order_at, last_order_at) = (
      SELECT count(*), min(placed_at), max(placed_at) FROM orders o
      WHERE o.account_id = contacts.account_id AND o.contact_id = contacts.contact_id), updated_at = $3
    WHERE account_id = $1 AND contact_id = ANY($2::text[])`
}

export const appendLedger = {
  name: "append_ledger",
  text: `INSERT INTO consent_log (account_id, contact_id, channel, from_state, to_state, refused, cause, rule, source_id, actor,
      effective_at, recorded_at) VALUES ($1, $2, $3, $4, $5, $6, 'order', $7, $8, $9, $10, $11)`
}

export const columns = [
  "account_id",
  "order_id",
  "contact_id",
  "integration_id",
  "email",
  "phone",
  "total",
  "currency",
  "placed_at",
  "customer_id",
  "subtotal",
  "total_items",
  "financial_status",
  "fulfillment_status",
  "shipment_status",
  "discounts",
  "tax_lines",
  "line_items",
  "billing_address",
  "shipping_address",
  "accepts_email_marketing",
  "accepts_sms_marketing",
  "deliveries",
  "created_at",
  "updated_at"
] as const

export const saveOrder = {
  name: "save_order",
  text: `INSERT INTO orders (${columns.join(", ")}) VALUES (${columns.map((_, at) => `$${at + 1}`).join(", ")})
    ON CONFLICT (account_id, order_id) DO UPDATE SET ${columns
      .slice(2)
      .filter((column) => column !== "created_at")
      .map((column) => `${column} = excluded.${column}`)
      .join(", ")}`
}

export const recordTrigger = {
  name: "record_trigger",
  text: `INSERT INTO flow_triggers (account_id, type, order_id, occurrence, contact_id, occurred_at) VALUES ($1, $2, $3, $4, $5, $6)`
}
