import { Effect, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { isCitus } from "../database/databases.ts"

/** Waits until a condition holds; fails after five minutes. Needs the live clock. */
export const eventually = <E, R>(condition: Effect.Effect<boolean, E, R>) =>
  condition.pipe(
    Effect.flatMap((holds) => (holds ? Effect.void : Effect.fail("not yet"))),
    Effect.retry(Schedule.spaced("10 millis")),
    Effect.timeout("5 minutes")
  )

/** Counts sessions of this database that wait for a lock. Without clearing the snapshot, a transaction would see old values. */
export const countLocksAwaited = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`SELECT pg_stat_clear_snapshot()`
  // On a cluster most wait on the node of their account.
  const activity = sql.literal(isCitus ? "citus_stat_activity" : "pg_stat_activity")
  const rows = yield* sql`
    SELECT 1 FROM ${activity} WHERE wait_event_type = 'Lock' AND datname = current_database()`
  return rows.length
})

export const isLockAwaited = Effect.map(countLocksAwaited, (waiting) => waiting > 0)
