import { Effect } from "effect"
import { SqlClient } from "effect/sql"

// The third claim parks a message that was lost twice. From then on a claim waits for its lease, so that a process that
// restarts in a loop does not use up every attempt.
const maxAttempts = 3

/**
 * Expires all claims at once. Requires that no other process uses the database: the claims are of a process that has ended.
 * The next claim of each message or webhook counts this one as lost.
 */
export const freeClaims = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`UPDATE messages SET claimed_until = 'epoch' WHERE status IN ('queued', 'held')
    AND claimed_until IS NOT NULL AND attempts < ${maxAttempts}::int`
  yield* sql`UPDATE webhook_deliveries SET claimed_until = 'epoch' WHERE status = 'queued'
    AND claimed_until IS NOT NULL AND attempts < ${maxAttempts}::int`
  yield* sql`UPDATE flow_runs SET claimed_at = 'epoch' WHERE status = 'running'`
  yield* sql`UPDATE imports SET leased_until = 'epoch' WHERE status = 'running'`
  yield* sql`UPDATE bulk_changes SET leased_until = 'epoch' WHERE undo = 'running'`
})
