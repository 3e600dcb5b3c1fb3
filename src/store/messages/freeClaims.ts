import { Effect } from "effect"
import { SqlClient } from "effect/sql"

// The third claim parks what was lost twice. What starts that follow each other lose after that waits for its lease, as long as ever.
const soon = 3

/**
 * Makes what is claimed due at once, for a database that no other process works on: what claimed it has ended, so that
 * nothing waits for a lease to end. The next claim counts each as lost.
 */
export const freeClaims = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`UPDATE messages SET claimed_until = 'epoch' WHERE status IN ('queued', 'held')
    AND claimed_until IS NOT NULL AND attempts < ${soon}::int`
  yield* sql`UPDATE webhook_deliveries SET claimed_until = 'epoch' WHERE status = 'queued'
    AND claimed_until IS NOT NULL AND attempts < ${soon}::int`
  yield* sql`UPDATE flow_runs SET claimed_at = 'epoch' WHERE status = 'running'`
  yield* sql`UPDATE imports SET leased_until = now() WHERE status = 'running' AND leased_until > now()`
})
