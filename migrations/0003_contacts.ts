import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Contacts and the append-only ledger of their consent. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE contacts (
    account_id text NOT NULL REFERENCES accounts,
    contact_id text NOT NULL,
    email text,
    email_key text,
    phone text,
    first_name text,
    last_name text,
    email_consent text NOT NULL,
    sms_consent text NOT NULL,
    tags json NOT NULL DEFAULT '[]',
    custom_fields json NOT NULL DEFAULT '{}',
    order_count int NOT NULL,
    first_order_at timestamptz,
    last_order_at timestamptz,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, contact_id),
    UNIQUE (account_id, email_key),
    UNIQUE (account_id, phone)
  ) WITH (fillfactor = 80)`
  yield* sql`CREATE TABLE consent_log (
    account_id text NOT NULL,
    entry_id bigint GENERATED ALWAYS AS IDENTITY,
    contact_id text NOT NULL,
    channel text NOT NULL,
    from_state text NOT NULL,
    to_state text NOT NULL,
    refused boolean NOT NULL,
    cause text NOT NULL,
    rule text NOT NULL,
    source_id text NOT NULL,
    actor text NOT NULL,
    effective_at timestamptz NOT NULL,
    recorded_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, entry_id)
  )`
  yield* sql`CREATE INDEX consent_log_contact ON consent_log (account_id, contact_id, entry_id)`
})
