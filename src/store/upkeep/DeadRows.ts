import { Duration, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { changesByErasure, dataMap, type TableData } from "../personalData/DataMap.ts"
import { isEmbedded } from "../database/isEmbedded.ts"
import { waitWhileLate } from "../database/serverClient.ts"
import { QueueWatch } from "./QueueWatch.ts"
import { query, queryOne } from "../sql/query.ts"
import { texts } from "../sql/parameters.ts"

// A rewrite blocks all calls, for about a second at this size.
const maxBytes = 100 * 1024 * 1024

const tables = Object.entries<TableData>(dataMap).flatMap(([table, data]) => (changesByErasure(data) ? [table] : []))

/** Records that files of the embedded database hold rows of an erased contact. Last statement of the erasure. No effect on PostgreSQL. */
export const noteDeadRows = (sql: SqlClient.SqlClient) => sql`
  INSERT INTO dead_rows (since) SELECT clock_timestamp() WHERE ${isEmbedded(sql)}
  ON CONFLICT (pending) DO UPDATE SET since = excluded.since`

const readDue = queryOne(Schema.Struct({ since: Schema.String }))
const readSizes = query(Schema.Struct({ name: Schema.String, is_small: Schema.Boolean }))

/**
 * Removes erased rows from the files of the embedded database, if there was an erasure after `handled`: rewrites the tables and drops the
 * write-ahead log, since updated and deleted rows keep their bytes in both and a plain vacuum leaves them. Skips tables above `maxSize`
 * bytes. Returns the time of the last erasure. Must not run in a transaction.
 */
export const clearDeadRows = Effect.fnUntraced(function* (
  handled: string | undefined,
  maxSize = Number.MAX_SAFE_INTEGER
) {
  const sql = yield* SqlClient.SqlClient
  const due = yield* readDue(sql`SELECT since::text FROM dead_rows`)
  if (due === undefined || due.since === handled) return handled
  const sizes = yield* readSizes(sql`
    SELECT relname AS name, pg_total_relation_size(oid) <= ${maxSize}::bigint AS is_small FROM pg_class
    WHERE relkind = 'r' AND relname = ANY(${texts(tables)}) ORDER BY relname LIMIT 1000`)
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
  if ((yield* waitWhileLate(sql`SELECT WHERE ${isEmbedded(sql)}`)).length === 0) return
  const { oncePerWrite } = yield* QueueWatch
  let handled: string | undefined
  yield* clearDeadRows(handled, maxBytes).pipe(
    Effect.tap((since) => Effect.sync(() => (handled = since))),
    Effect.uninterruptible,
    Effect.timed,
    oncePerWrite,
    // Uses at most a twentieth of the time, however many contacts are erased.
    Effect.flatMap(([duration]) => Effect.sleep(Duration.times(duration, 20))),
    Effect.catchCause((cause) =>
      Effect.andThen(Effect.logWarning("Erased rows could not be cleared away", cause), Effect.sleep("1 minute"))
    ),
    Effect.forever,
    Effect.forkScoped
  )
})

/** Removes erased rows from the files of the embedded database within seconds. PostgreSQL has its own vacuum. */
export const DeadRowsLayer = Layer.effectDiscard(keep).pipe(Layer.provide(QueueWatch.layer))
