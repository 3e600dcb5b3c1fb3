import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Indexes from which reports count runs and messages without their rows, and the entries of steps, which no other table records.
 * `slot` spreads concurrent entries of one step and hour over several rows.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`DROP INDEX messages_flow`
  yield* sql`CREATE INDEX messages_flow ON messages (account_id, flow_id, message_id) INCLUDE (step_id, status, created_at)
    WHERE flow_id IS NOT NULL`
  yield* sql`DROP INDEX flow_runs_flow`
  yield* sql`CREATE INDEX flow_runs_flow ON flow_runs (account_id, flow_id, run_id) INCLUDE (status, created_at)`
  yield* sql`CREATE INDEX flow_runs_under_way ON flow_runs (account_id, flow_id, step, run_id) WHERE ended_at IS NULL`
  yield* sql`CREATE INDEX consent_log_reported ON consent_log (account_id, recorded_at)
    WHERE NOT refused AND (to_state = 'subscribed' OR cause = 'unsubscribe_link')`
  yield* sql`CREATE INDEX message_events_complained ON message_events (account_id, at) WHERE kind = 'complained'`
  yield* sql`CREATE TABLE flow_step_entries (
    account_id text NOT NULL,
    flow_id text NOT NULL,
    step_id text NOT NULL,
    hour timestamptz NOT NULL,
    slot smallint NOT NULL,
    entered bigint NOT NULL,
    PRIMARY KEY (account_id, flow_id, step_id, hour, slot)
  ) WITH (fillfactor = 50)`
  yield* sql`CREATE INDEX flow_step_entries_hour ON flow_step_entries (account_id, hour)`
})
