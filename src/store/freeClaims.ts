import { Effect } from "effect"
import { SqlClient } from "effect/sql"

// A send is given up after ten tries: where one start follows another, later ones wait for their lease, as long as ever.
const soon = 3

/**
 * Makes what is claimed due at once, for a database that no other process works on: what claimed it has ended, so that
 * nothing waits for a lease to end.
 */
export const freeClaims = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`UPDATE messages SET claimed_until = NULL WHERE status IN ('queued', 'held')
    AND claimed_until IS NOT NULL AND attempts < ${soon}::int`
  yield* sql`UPDATE webhook_deliveries SET claimed_until = NULL WHERE status = 'queued'
    AND claimed_until IS NOT NULL AND attempts < ${soon}::int`
  yield* sql`UPDATE flow_runs SET claimed_at = 'epoch' WHERE status = 'running'`
  yield* sql`UPDATE imports SET leased_until = now() WHERE status = 'running' AND leased_until > now()`
})
