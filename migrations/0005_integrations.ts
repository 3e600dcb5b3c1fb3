import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Connected shops, their customers, and the webhooks of their platforms. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // `encrypted_secret` verifies webhooks; `rejected_at` is when one last had a bad signature. A shop of BigCommerce has its hash and an access
  // token, because its webhooks carry ids alone. `consent_field`: the name of the orders' field with the consent to e-mail. `overwrote_*`: the
  // last order that replaced another shop's by the same number. `erase_*`: the next step of the shop's erasure, and the last contact checked.
  yield* sql`CREATE TABLE integrations (
    account_id text NOT NULL,
    integration_id text NOT NULL,
    kind text NOT NULL DEFAULT 'custom',
    store_name text NOT NULL,
    store_url text NOT NULL,
    digest text NOT NULL,
    encrypted_token text NOT NULL,
    token_made_by text,
    active boolean NOT NULL,
    encrypted_secret text,
    encrypted_access_token text,
    store_hash text,
    consent_field text,
    rejected_at timestamptz,
    overwrote_order_id bigint,
    overwrote_integration_id text,
    overwrote_at timestamptz,
    erase_due_at timestamptz,
    erase_cursor text,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, integration_id),
    UNIQUE (account_id, digest)
  )`
  // An order looks up whether its account has exactly one active integration.
  yield* sql`CREATE INDEX integrations_active ON integrations (account_id, integration_id) WHERE active`
  yield* sql`CREATE INDEX integrations_erasing ON integrations (erase_due_at) WHERE erase_due_at IS NOT NULL`

  // Times are the platform's: an older report changes nothing. Consents wait here while the customer has no contact.
  yield* sql`CREATE TABLE shop_customers (
    account_id text NOT NULL,
    integration_id text NOT NULL,
    customer_id text NOT NULL,
    contact_id text,
    made_contact boolean NOT NULL DEFAULT false,
    email_consent text,
    email_consent_at timestamptz,
    sms_consent text,
    sms_consent_at timestamptz,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, integration_id, customer_id)
  )`
  yield* sql`CREATE INDEX shop_customers_contact ON shop_customers (account_id, contact_id)`
  yield* sql`CREATE INDEX shop_customers_waiting ON shop_customers (account_id, integration_id) WHERE contact_id IS NULL`

  // `body` is kept while the webhook waits or has failed.
  yield* sql`CREATE TABLE platform_deliveries (
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
  yield* sql`ALTER TABLE platform_deliveries ALTER body SET STATISTICS 0, ALTER email_key SET STATISTICS 0,
    ALTER phone_digits SET STATISTICS 0`
  yield* sql`CREATE INDEX platform_deliveries_integration ON platform_deliveries (account_id, integration_id, delivery_id)`
  yield* sql`CREATE INDEX platform_deliveries_waiting ON platform_deliveries (account_id, integration_id, order_id)
    WHERE status = 'waiting'`
  yield* sql`CREATE INDEX platform_deliveries_email ON platform_deliveries (account_id, email_key) WHERE email_key IS NOT NULL`
  yield* sql`CREATE INDEX platform_deliveries_phone ON platform_deliveries (account_id, phone_digits)
    WHERE phone_digits IS NOT NULL`
})
