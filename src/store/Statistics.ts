import { Effect, Layer, Option, Ref, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { databaseUrl } from "./Database.ts"

// Below this many bytes any plan is quick.
const least = 64 * 1024

const keep = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const seen = yield* Ref.make(least / 2)
  const look = Effect.gen(function* () {
    const [row] = yield* sql<{ readonly bytes: number }>`
      SELECT coalesce(sum(pg_relation_size(oid)), 0)::float8 AS bytes FROM pg_class
      WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`
    const bytes = row?.bytes ?? 0
    if (bytes < 2 * (yield* Ref.get(seen))) return
    yield* sql`ANALYZE`
    yield* Ref.set(seen, bytes)
  })
  yield* look.pipe(
    Effect.uninterruptible,
    Effect.catch(({ reason }) => Effect.logWarning("The statistics were not read", { reason: reason._tag })),
    Effect.repeat(Schedule.spaced("5 seconds")),
    Effect.forkScoped
  )
})

/**
 * Reads the statistics of the tables again whenever the data has doubled. Only the embedded database needs it: it has no
 * autovacuum, and a plan that was made while a table was empty would read all of it for every order.
 */
export const StatisticsLayer = Layer.effectDiscard(
  Effect.flatMap(databaseUrl, (url) => (Option.isNone(url) ? keep : Effect.void))
)
