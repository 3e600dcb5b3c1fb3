import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** What mail providers report about sent messages. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // `event_key` makes a repeated report the same row.
  yield* sql`CREATE TABLE message_events (
    account_id text NOT NULL,
    message_id text NOT NULL,
    event_key text NOT NULL,
    kind text NOT NULL CHECK (kind IN ('delivered', 'soft_bounced', 'bounced', 'refused', 'complained', 'clicked')),
    at timestamptz NOT NULL,
    clicked_by text CHECK (clicked_by IN ('person', 'machine')),
    detail text,
    PRIMARY KEY (account_id, message_id, event_key)
  )`
  yield* sql`ALTER TABLE message_events ALTER detail SET STATISTICS 0`
  yield* sql`CREATE INDEX message_events_complained ON message_events (account_id, at) WHERE kind = 'complained'`
  // The soft bounces of an address, by keyed hash, since its last delivery.
  yield* sql`CREATE TABLE soft_bounces (
    account_id text NOT NULL,
    identity_hash text NOT NULL,
    bounce_key text NOT NULL,
    at timestamptz NOT NULL,
    PRIMARY KEY (account_id, identity_hash, bounce_key)
  )`
  yield* sql`CREATE INDEX soft_bounces_at ON soft_bounces (at)`

  // The keys by which an account checks the signatures of reports; of Amazon SNS, the topic.
  yield* sql`CREATE TABLE report_keys (
    account_id text NOT NULL,
    provider text NOT NULL,
    encrypted_key text NOT NULL,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, provider)
  )`
  // Reports before they are applied, in the order of their request (`place`). A `failed` one delays no other.
  yield* sql`CREATE TABLE received_reports (
    account_id text NOT NULL,
    report_id text NOT NULL,
    place int NOT NULL,
    status text NOT NULL,
    report text NOT NULL,
    due_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, report_id, place)
  )`
  yield* sql`ALTER TABLE received_reports ALTER report SET STATISTICS 0`
  yield* sql`CREATE INDEX received_reports_due ON received_reports (account_id, due_at, report_id, place) WHERE status = 'waiting'`
  yield* sql`CREATE INDEX received_reports_failed ON received_reports (due_at) WHERE status = 'failed'`
  // The tokens of signed reports by keyed hash, each with the digest of the report.
  yield* sql`CREATE TABLE report_nonces (
    account_id text NOT NULL,
    digest text NOT NULL,
    content text NOT NULL,
    received_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, digest)
  )`
  yield* sql`CREATE INDEX report_nonces_age ON report_nonces (received_at)`
})
