import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Webhooks of connected stores with their outcome; `body` is kept while the webhook waits or has failed. Customers of stores with the
 * platform's times of what was taken from them: an older report changes nothing.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE store_deliveries (
    account_id text NOT NULL,
    delivery_id text NOT NULL,
    integration_id text NOT NULL,
    topic text NOT NULL,
    status text NOT NULL,
    reason text,
    order_id bigint,
    contact_id text,
    body text,
    email_key text,
    phone_digits text,
    attempts int NOT NULL,
    received_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, delivery_id)
  )`
  yield* sql`CREATE INDEX store_deliveries_integration ON store_deliveries (account_id, integration_id, delivery_id)`
  yield* sql`CREATE INDEX store_deliveries_waiting ON store_deliveries (account_id, integration_id, order_id) WHERE status = 'waiting'`
  yield* sql`CREATE INDEX store_deliveries_email ON store_deliveries (account_id, email_key) WHERE email_key IS NOT NULL`
  yield* sql`CREATE INDEX store_deliveries_phone ON store_deliveries (account_id, phone_digits) WHERE phone_digits IS NOT NULL`
  for (const column of ["body", "email_key", "phone_digits"]) {
    yield* sql`ALTER TABLE store_deliveries ALTER ${sql(column)} SET STATISTICS 0`
  }
  yield* sql`CREATE TABLE store_customers (
    account_id text NOT NULL,
    integration_id text NOT NULL,
    customer_id text NOT NULL,
    contact_id text NOT NULL,
    updated_at timestamptz NOT NULL,
    email_consent_at timestamptz,
    sms_consent_at timestamptz,
    PRIMARY KEY (account_id, integration_id, customer_id)
  )`
  yield* sql`CREATE INDEX store_customers_contact ON store_customers (account_id, contact_id)`
})
