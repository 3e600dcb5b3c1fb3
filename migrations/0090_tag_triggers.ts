import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Runs that a new tag starts, whose tag `flows.event_type` holds, and starts that are refused because flows tag each other. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE flow_runs DROP CONSTRAINT flow_runs_cause_check`
  yield* sql`ALTER TABLE flow_runs ADD CONSTRAINT flow_runs_cause_check CHECK (cause IN
    ('order_placed', 'order_received', 'event', 'subscribed', 'unsubscribed', 'no_order_for', 'tagged')) NOT VALID`
  yield* sql`ALTER TABLE flow_refusals DROP CONSTRAINT flow_refusals_reason_check`
  yield* sql`ALTER TABLE flow_refusals ADD CONSTRAINT flow_refusals_reason_check
    CHECK (reason IN ('filters', 'entry', 'loop')) NOT VALID`
})
