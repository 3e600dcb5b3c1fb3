import { Context, Effect, Layer } from "effect"
import { Snowflake } from "effect/cluster"
import { SqlClient } from "effect/sql"
import type { Unavailable } from "../domain/Failure.ts"
import { retried } from "./Transaction.ts"

/** What the workflow engine keeps in its own tables. */
export class EngineMessages extends Context.Service<
  EngineMessages,
  {
    /** Removes what was done with before `before` (milliseconds), at most 5,000 executions; says how many. The runs' rows stay. */
    readonly purge: (before: number) => Effect.Effect<number, Unavailable>
  }
>()("tally/store/EngineMessages") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return EngineMessages.of({
        purge: Effect.fnUntraced(function* (before) {
          const first = Snowflake.make({
            machineId: Snowflake.machineId(Snowflake.Snowflake(0n)),
            sequence: 0,
            timestamp: before
          })
          const rows = yield* sql`
            WITH gone AS (
              DELETE FROM cluster_messages WHERE id IN (
                SELECT id FROM cluster_messages WHERE processed AND id < ${first}::bigint ORDER BY id LIMIT 5000)
              RETURNING request_id
            ), replies AS (
              DELETE FROM cluster_replies WHERE request_id IN (SELECT request_id FROM gone)
            )
            SELECT request_id FROM gone ORDER BY request_id LIMIT 5000`.pipe(retried)
          return rows.length
        })
      })
    })
  )
}
