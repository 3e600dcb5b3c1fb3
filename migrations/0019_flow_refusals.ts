import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Why an active flow that listened did not start, and the key an event came with: what an event's page shows. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE flow_refusals (
    account_id text NOT NULL REFERENCES accounts,
    cause_key text NOT NULL,
    flow_id text NOT NULL,
    reason text NOT NULL CHECK (reason IN ('filters', 'entry')),
    occurred_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, cause_key, flow_id)
  )`
  yield* sql`CREATE INDEX flow_refusals_occurred ON flow_refusals (occurred_at)`
  yield* sql`ALTER TABLE events ADD idempotency_key text`
})
