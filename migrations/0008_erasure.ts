import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** What is left of erased people: what they had decided, by keyed hash of their address. It names and reaches nobody. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE remembered_consents (
    account_id text NOT NULL REFERENCES accounts,
    identity_hash text NOT NULL,
    state text NOT NULL,
    remembered_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, identity_hash)
  )`
  // A kept answer that shows a contact goes when the contact is erased.
  yield* sql`ALTER TABLE idempotency_keys ADD contact_id text`
  yield* sql`CREATE INDEX idempotency_keys_contact ON idempotency_keys (account_id, contact_id)
    WHERE contact_id IS NOT NULL`
})
