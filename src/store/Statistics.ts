import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"

// Below this many pages any plan is quick.
const least = 4

const look = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const grown = yield* sql<{ readonly name: string }>`
    SELECT relname AS name FROM pg_class
    WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace AND pg_has_role(relowner, 'USAGE')
      AND pg_relation_size(oid) > 4 * greatest(relpages, ${least}) * current_setting('block_size')::bigint`
  // What autovacuum or another process reads at this moment need not be read twice.
  for (const { name } of grown) yield* sql`ANALYZE (SKIP_LOCKED) ${sql(name)}`
}).pipe(Effect.uninterruptible)

/**
 * Reads the statistics of a table again whenever its data has grown fourfold. A plan that was made while a table was nearly empty goes
 * by any index of the account, through all that the account has, for every order of a store's first import. PostgreSQL's
 * autovacuum looks once a minute, the embedded database has none.
 */
export const StatisticsLayer = Layer.effectDiscard(
  look.pipe(
    Effect.as("2 seconds" as const),
    Effect.catchCause((cause) =>
      Effect.as(Effect.logWarning("The statistics were not read", { cause: String(cause) }), "1 minute" as const)
    ),
    Effect.flatMap(Effect.sleep),
    Effect.forever,
    Effect.forkScoped
  )
)
