import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Flows that start by a date in a custom field of the contact, whose name `flows.event_type` holds. A look at all contacts goes on in steps:
 * `checking_until` is the end of the time that it covers, and `checked_contact` the last contact that was looked at.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE flow_runs DROP CONSTRAINT flow_runs_cause_check`
  yield* sql`ALTER TABLE flow_runs ADD CONSTRAINT flow_runs_cause_check CHECK (cause IN
    ('order_placed', 'order_received', 'event', 'subscribed', 'unsubscribed', 'no_order_for', 'tagged', 'date')) NOT VALID`
  yield* sql`ALTER TABLE flows ADD checking_until timestamptz, ADD checked_contact text`
  yield* sql`CREATE INDEX flows_dates ON flows (checked_until) WHERE status = 'active' AND trigger_type = 'date'`
})
