import { Duration, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { dataMap } from "./DataMap.ts"
import { texts } from "./parameters.ts"

// Rewriting so much takes about a second, in which no call gets on.
const maxBytes = 100 * 1024 * 1024

// Statistics that an earlier version kept of personal columns are rows too.
const tables = [
  "pg_statistic",
  ...Object.entries(dataMap).flatMap(([table, { erase }]) => (erase === "stays" ? [] : [table]))
]

const isEmbedded = (sql: SqlClient.SqlClient) => sql`current_setting('tally.embedded', true) = 'on'`

/** Notes that files of the embedded database hold rows of an erased contact. Last in its transaction. PostgreSQL notes nothing. */
export const noteDeadRows = (sql: SqlClient.SqlClient) => sql`
  INSERT INTO dead_rows (since) SELECT clock_timestamp() WHERE ${isEmbedded(sql)}
  ON CONFLICT (pending) DO UPDATE SET since = excluded.since`

/**
 * Rewrites the tables that hold what was erased, if any do, and drops the log of the writes before: a row that is updated or
 * deleted stays in a table's files, a plain vacuum leaves its bytes there, and the log has them too. Tables above `most` bytes
 * are left. Returns the time of the last erasure that it found. Outside any transaction.
 */
export const clearDeadRows = Effect.fnUntraced(function* (handled: string | undefined, most = Number.MAX_SAFE_INTEGER) {
  const sql = yield* SqlClient.SqlClient
  const [due] = yield* sql<{ since: string }>`SELECT since::text FROM dead_rows`
  if (due === undefined || due.since === handled) return handled
  const sizes = yield* sql<{ name: string; is_small: boolean }>`
    SELECT relname AS name, pg_total_relation_size(oid) <= ${most}::bigint AS is_small FROM pg_class
    WHERE relkind = 'r' AND relname = ANY(${texts(tables)}) ORDER BY relname LIMIT 1000`
  for (const { name } of sizes.filter(({ is_small }) => is_small)) yield* sql`VACUUM (FULL) ${sql(name)}`.unprepared
  yield* sql`SELECT pg_switch_wal()::text`
  yield* sql`CHECKPOINT`.unprepared
  const large = sizes.filter(({ is_small }) => !is_small).map(({ name }) => name)
  if (large.length === 0) yield* sql`DELETE FROM dead_rows WHERE since::text = ${due.since}`
  else yield* Effect.logWarning("Files of large tables hold erased rows until the next start", { tables: large })
  return due.since
})

const keep = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  if ((yield* sql`SELECT WHERE ${isEmbedded(sql)}`).length === 0) return
  let handled: string | undefined
  yield* clearDeadRows(handled, maxBytes).pipe(
    Effect.tap((since) => Effect.sync(() => (handled = since))),
    Effect.uninterruptible,
    Effect.timed,
    // At most a twentieth of the time goes into it, however many are erased.
    Effect.flatMap(([taken]) => Effect.sleep(Duration.max(Duration.seconds(1), Duration.times(taken, 20)))),
    Effect.catchCause((cause) =>
      Effect.andThen(Effect.logWarning("Erased rows could not be cleared away", cause), Effect.sleep("1 minute"))
    ),
    Effect.forever,
    Effect.forkScoped
  )
})

/** Clears what was erased out of the files of the embedded database, within seconds. PostgreSQL vacuums by itself. */
export const DeadRowsLayer = Layer.effectDiscard(keep)
