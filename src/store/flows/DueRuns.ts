import { Context, Effect, Layer, Metric, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { Unavailable } from "../../domain/Errors.ts"
import { databaseTime } from "../database/databaseTime.ts"
import { timeText } from "../rows.ts"
import { retried } from "../database/Transaction.ts"
import { waitingAccounts } from "./accountsWithWork.ts"

/** A run that goes on now; `wakes` tells this time from every other. */
export const ClaimedRun = Schema.Struct({ account_id: Schema.String, run_id: Schema.String, wakes: Schema.Int })
export type ClaimedRun = typeof ClaimedRun.Type

const Row = Schema.Struct({
  ...ClaimedRun.fields,
  /** Seconds since it was due. */
  lag: Schema.Number
})

// A run under way that has not moved for so many milliseconds was lost with its process.
const lease = 15_000

const decodeRows = Schema.decodeUnknownEffect(Schema.Array(Row))

const lags = Metric.histogram("tally_flow_lag_seconds", {
  description: "From when a flow run was due to when it was taken up",
  boundaries: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1_800]
})

/** Which runs go on. */
export class DueRuns extends Context.Service<
  DueRuns,
  {
    /**
     * Takes runs that are due, so many that at most `most` are under way, in turns between accounts: one with many never
     * keeps another waiting. A run that was taken and has not moved for 15 s was lost with its process, and is taken again. Due
     * is judged on each account's own clock, lost on the database's.
     */
    readonly claim: (options: {
      readonly now: number
      readonly most: number
    }) => Effect.Effect<ReadonlyArray<ClaimedRun>, Unavailable>
  }
>()("tally/store/flows/DueRuns") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const time = yield* databaseTime(sql)
      return DueRuns.of({
        claim: Effect.fnUntraced(function* ({ now, most }) {
          const at = timeText(now)
          const taken_at = yield* time
          const lost = sql`${taken_at} - ${lease}::float8 * interval '1 millisecond'`
          const rows = yield* sql`
            WITH RECURSIVE ${waitingAccounts(sql, "flow_runs", "status IN ('queued', 'waiting')")}, lost AS (
              SELECT account_id, run_id FROM flow_runs
              WHERE status = 'running' AND claimed_at < ${lost} ORDER BY claimed_at LIMIT ${most}
            ), due AS (
              SELECT heads.* FROM waiting w JOIN accounts a USING (account_id) CROSS JOIN LATERAL (
                SELECT r.account_id, r.run_id, r.due_at, row_number() OVER (ORDER BY r.due_at) AS turn FROM flow_runs r
                WHERE r.account_id = a.account_id AND r.status IN ('queued', 'waiting')
                  AND r.due_at <= ${at}::timestamptz + a.clock_offset * interval '1 millisecond'
                ORDER BY r.due_at LIMIT ${most}) heads
              ORDER BY turn, due_at
              LIMIT greatest(0, ${most} - (SELECT count(*) FROM flow_runs WHERE status = 'running'))
            )
            UPDATE flow_runs r SET status = 'running', claimed_at = ${taken_at}, wakes = r.wakes + 1
            FROM (SELECT account_id, run_id FROM due UNION SELECT account_id, run_id FROM lost) taken
            WHERE r.account_id = taken.account_id AND r.run_id = taken.run_id AND (r.status IN ('queued', 'waiting')
              OR r.status = 'running' AND r.claimed_at < ${lost})
            RETURNING r.account_id, r.run_id, r.wakes, (SELECT extract(epoch FROM ${at}::timestamptz
              + a.clock_offset * interval '1 millisecond' - r.due_at) FROM accounts a
              WHERE a.account_id = r.account_id)::float8 AS lag`.pipe(retried)
          const taken = yield* Effect.orDie(decodeRows(rows))
          yield* Effect.forEach(taken, ({ lag }) => Metric.update(lags, lag), { discard: true })
          return taken.map(({ account_id, run_id, wakes }) => ({ account_id, run_id, wakes }))
        })
      })
    })
  )
}
