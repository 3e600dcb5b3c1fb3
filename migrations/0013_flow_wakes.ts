import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** What wakes runs: those due by account, so that one account's many never hide another's few, and those under way. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE flow_runs ADD wakes int NOT NULL DEFAULT 0`
  yield* sql`DROP INDEX flow_runs_due`
  yield* sql`CREATE INDEX flow_runs_due ON flow_runs (account_id, due_at) WHERE status IN ('queued', 'waiting')`
  yield* sql`CREATE INDEX flow_runs_running ON flow_runs (claimed_at) WHERE status = 'running'`
  yield* sql`CREATE INDEX flow_runs_flow ON flow_runs (account_id, flow_id, run_id)`
})
