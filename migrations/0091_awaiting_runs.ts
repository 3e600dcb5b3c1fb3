import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Runs that wait for an order or event of their contact. `awaits` says for which, until it comes or the time-out does; `arrived` tells that it came,
 * until the run takes its next step.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE flow_runs ADD awaits text, ADD arrived boolean NOT NULL DEFAULT false`
  yield* sql`CREATE INDEX flow_runs_awaits ON flow_runs (account_id, contact_id, awaits) WHERE awaits IS NOT NULL AND ended_at IS NULL`
})
