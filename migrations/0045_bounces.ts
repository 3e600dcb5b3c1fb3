import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Soft bounces of an address, by keyed hash, since its last delivery and within seven days. A flow's `notice` is the reason for which a server
 * refused its mail; it goes when the flow is activated again.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE soft_bounces (
    account_id text NOT NULL,
    identity_hash text NOT NULL,
    bounce_key text NOT NULL,
    at timestamptz NOT NULL,
    PRIMARY KEY (account_id, identity_hash, bounce_key)
  )`
  yield* sql`CREATE INDEX soft_bounces_at ON soft_bounces (at)`
  yield* sql`ALTER TABLE flows ADD notice text, ADD notice_at timestamptz, ADD notice_message_id text`
})
