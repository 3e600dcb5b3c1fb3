import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Custom events, and the answers that a repeated idempotency key is given again. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // Data is json, which keeps its text. An erased contact leaves the event without contact and data.
  yield* sql`CREATE TABLE events (
    account_id text NOT NULL REFERENCES accounts,
    event_id text NOT NULL,
    contact_id text,
    event_type text NOT NULL,
    event_time timestamptz NOT NULL,
    event_data json,
    received_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, event_id),
    FOREIGN KEY (account_id, contact_id) REFERENCES contacts
  )`
  yield* sql`CREATE INDEX events_contact ON events (account_id, contact_id, event_time)`
  yield* sql`CREATE TABLE idempotency_keys (
    account_id text NOT NULL REFERENCES accounts,
    operation text NOT NULL,
    key text NOT NULL,
    digest text NOT NULL,
    answer text NOT NULL,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, operation, key)
  )`
  yield* sql`CREATE INDEX idempotency_keys_created ON idempotency_keys (created_at)`
})
