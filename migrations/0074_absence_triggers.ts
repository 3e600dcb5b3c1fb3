import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Flows that start when a contact has not bought for some time, whose duration `flows.event_type` holds. `checked_until` is the time, on the
 * account's clock, up to which contacts were looked at; null from activation to the first look.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE flow_runs DROP CONSTRAINT flow_runs_cause_check`
  yield* sql`ALTER TABLE flow_runs ADD CONSTRAINT flow_runs_cause_check
    CHECK (cause IN ('order_placed', 'order_received', 'event', 'subscribed', 'unsubscribed', 'no_order_for')) NOT VALID`
  yield* sql`ALTER TABLE flows ADD checked_until timestamptz`
  yield* sql`CREATE INDEX flows_absence ON flows (checked_until) WHERE status = 'active' AND trigger_type = 'no_order_for'`
})
