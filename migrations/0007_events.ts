import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Custom events, and the responses that a repeated idempotency key gets again. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // An erased contact leaves the event without contact, data and key.
  yield* sql`CREATE TABLE events (
    account_id text NOT NULL,
    event_id text NOT NULL,
    contact_id text,
    event_type text NOT NULL,
    event_time timestamptz NOT NULL,
    event_data json,
    idempotency_key text,
    received_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, event_id),
    FOREIGN KEY (account_id, contact_id) REFERENCES contacts
  )`
  yield* sql`ALTER TABLE events ALTER event_data SET STATISTICS 0, ALTER idempotency_key SET STATISTICS 0`
  yield* sql`CREATE INDEX events_contact ON events (account_id, contact_id, event_time)`
  yield* sql`CREATE INDEX events_type ON events (account_id, event_type, contact_id, event_time)`

  // `contact_id`: the contact that the response shows, whose erasure deletes it.
  yield* sql`CREATE TABLE idempotency_keys (
    account_id text NOT NULL,
    operation text NOT NULL,
    key text NOT NULL,
    digest text NOT NULL,
    answer text NOT NULL,
    contact_id text,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, operation, key)
  )`
  yield* sql`ALTER TABLE idempotency_keys ALTER key SET STATISTICS 0, ALTER digest SET STATISTICS 0, ALTER answer SET STATISTICS 0`
  yield* sql`CREATE INDEX idempotency_keys_created ON idempotency_keys (created_at)`
  yield* sql`CREATE INDEX idempotency_keys_contact ON idempotency_keys (account_id, contact_id) WHERE contact_id IS NOT NULL`
})
