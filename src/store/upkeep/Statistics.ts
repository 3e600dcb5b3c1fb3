import { Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { databaseUrl } from "../database/Database.ts"
import { query } from "../sql/query.ts"
import { QueueWatch } from "./QueueWatch.ts"
import { repeatUpkeep } from "./repeatUpkeep.ts"

// Pages up to which every plan is fast.
const smallPages = 64

const readNames = query(Schema.Struct({ name: Schema.String }))

const keep = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // On PostgreSQL, analyzing large tables takes long and autovacuum does it in time.
  const maxPages = Option.isNone(yield* databaseUrl) ? 2 ** 30 : 4 * smallPages
  const analyze = Effect.gen(function* () {
    const grown = yield* readNames(sql`
      SELECT relname AS name FROM pg_class
      WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace AND pg_has_role(relowner, 'USAGE')
        AND relpages < ${maxPages}
        AND pg_relation_size(oid) > 4 * greatest(relpages, ${smallPages}) * current_setting('block_size')::bigint`)
    // SKIP_LOCKED skips tables that autovacuum or another process analyzes now.
    for (const { name } of grown) yield* sql`ANALYZE (SKIP_LOCKED) ${sql(name)}`
  })
  yield* repeatUpkeep(analyze, "1 second", "The statistics were not read")
})

/**
 * Refreshes the planner statistics of tables that have grown fourfold, within two seconds. A plan made for a nearly empty table uses any index
 * of the account and reads all its rows, for every order of a first import. Autovacuum runs once a minute, and never in the embedded database.
 */
export const StatisticsLayer = Layer.effectDiscard(keep).pipe(Layer.provide(QueueWatch.layer))
