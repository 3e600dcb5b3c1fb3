import { Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { databaseUrl } from "./Database.ts"

// Tables of so many pages are small: any plan for them is quick, and none that was made for less is for one four times as large.
const small = 64

const keep = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // Reading a large one takes long, and autovacuum does so in time.
  const most = Option.isNone(yield* databaseUrl) ? 2 ** 30 : 4 * small
  const look = Effect.gen(function* () {
    const grown = yield* sql<{ readonly name: string }>`
      SELECT relname AS name FROM pg_class
      WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace AND pg_has_role(relowner, 'USAGE')
        AND relpages < ${most}
        AND pg_relation_size(oid) > 4 * greatest(relpages, ${small}) * current_setting('block_size')::bigint`
    // What autovacuum or another process reads at this moment need not be read twice.
    for (const { name } of grown) yield* sql`ANALYZE (SKIP_LOCKED) ${sql(name)}`
  }).pipe(Effect.uninterruptible)
  yield* look.pipe(
    Effect.as("2 seconds" as const),
    Effect.catchCause((cause) =>
      Effect.as(Effect.logWarning("The statistics were not read", cause), "1 minute" as const)
    ),
    Effect.flatMap(Effect.sleep),
    Effect.forever,
    Effect.forkScoped
  )
})

/**
 * Reads the statistics of a table that has grown. A plan that was made while it was nearly empty goes by any index of the
 * account, through all that the account has, for every order of a store's first import. PostgreSQL's autovacuum looks once a
 * minute, the embedded database has none.
 */
export const StatisticsLayer = Layer.effectDiscard(keep)
