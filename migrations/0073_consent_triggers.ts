import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Runs that a change of consent starts. `flows.event_type` holds the channel of such a trigger. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE flow_runs DROP CONSTRAINT flow_runs_cause_check`
  yield* sql`ALTER TABLE flow_runs ADD CONSTRAINT flow_runs_cause_check
    CHECK (cause IN ('order_placed', 'order_received', 'event', 'subscribed', 'unsubscribed')) NOT VALID`
})
