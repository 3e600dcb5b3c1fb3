import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** The append-only ledger of consent, and the suppression list. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // `proof`: the evidence, as JSON. `merged_from`: the contact that brought the entry along in a merge; it does not count for the present state.
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
    proof text,
    merged_from text,
    effective_at timestamptz NOT NULL,
    recorded_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, entry_id)
  )`
  yield* sql`ALTER TABLE consent_log ALTER source_id SET STATISTICS 0, ALTER proof SET STATISTICS 0`
  yield* sql`CREATE INDEX consent_log_contact ON consent_log (account_id, contact_id, entry_id)`
  yield* sql`CREATE INDEX consent_log_reported ON consent_log (account_id, recorded_at)
    WHERE NOT refused AND (to_state = 'subscribed' OR cause IN ('unsubscribe_link', 'preference_page'))`
  yield* sql`CREATE INDEX consent_log_stopped ON consent_log (account_id, recorded_at)
    WHERE NOT refused AND cause = 'inbound_sms' AND to_state = 'unsubscribed'`

  // Consents of addresses that no contact has, by keyed hash. The hash of the erased contact's id lets a link in one of its messages still
  // withdraw consent.
  yield* sql`CREATE TABLE suppressions (
    account_id text NOT NULL,
    identity_hash text NOT NULL,
    contact_hash text,
    state text NOT NULL,
    cause text NOT NULL,
    recorded_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, identity_hash)
  )`
  yield* sql`CREATE INDEX suppressions_contact ON suppressions (account_id, contact_hash) WHERE contact_hash IS NOT NULL`

  // Digests of inbound texts, so that a repeated one changes nothing.
  yield* sql`CREATE TABLE received_texts (
    account_id text NOT NULL,
    digest text NOT NULL,
    received_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, digest)
  )`
  yield* sql`CREATE INDEX received_texts_age ON received_texts (received_at)`
})
