import { Context, Effect, Layer, Metric, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { Unavailable } from "../../domain/Errors.ts"
import { databaseTime } from "../database/databaseTime.ts"
import { query } from "../database/query.ts"
import { timeText } from "../database/timestamps.ts"
import { retried } from "../database/Transaction.ts"
import { waitingAccounts } from "./accountsWithWork.ts"

/** A run that this process claimed; `wakes` counts its claims and so identifies this one. */
export const ClaimedRun = Schema.Struct({ account_id: Schema.String, run_id: Schema.String, wakes: Schema.Int })
export type ClaimedRun = typeof ClaimedRun.Type

const Row = Schema.Struct({
  ...ClaimedRun.fields,
  /** Seconds since it was due. */
  lag: Schema.Number
})

const queryRows = query(Row)

// Milliseconds after which a claimed run that has not moved counts as lost with its process.
const lease = 15_000

const lags = Metric.histogram("tally_flow_lag_seconds", {
  description: "From when a flow run was due to when it was claimed",
  boundaries: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1_800]
})

/** Claims runs that are due, for one process at a time. */
export class DueRuns extends Context.Service<
  DueRuns,
  {
    /**
     * Claims due runs, so many that at most `limit` are under way over all processes, in rotation between accounts: an account
     * with many due runs does not delay another's. A claimed run that has not moved for 15 s counts as lost and is claimed again.
     * Due times are compared with each account's clock, leases with the database's.
     */
    readonly claim: (options: {
      readonly now: number
      readonly limit: number
    }) => Effect.Effect<ReadonlyArray<ClaimedRun>, Unavailable>
  }
>()("tally/store/flows/DueRuns") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const time = yield* databaseTime(sql)
      return DueRuns.of({
        claim: Effect.fnUntraced(function* ({ now, limit }) {
          const at = timeText(now)
          const claimed_at = yield* time
          const lost = sql`${claimed_at} - ${lease}::float8 * interval '1 millisecond'`
          const claimed = yield* sql`
            WITH RECURSIVE ${waitingAccounts(sql, "flow_runs", "status IN ('queued', 'waiting')")}, lost AS (
              SELECT account_id, run_id FROM flow_runs
              WHERE status = 'running' AND claimed_at < ${lost} ORDER BY claimed_at LIMIT ${limit}
            ), due AS (
              SELECT first_due.* FROM waiting w JOIN accounts a USING (account_id) CROSS JOIN LATERAL (
                SELECT r.account_id, r.run_id, r.due_at, row_number() OVER (ORDER BY r.due_at) AS rank FROM flow_runs r
                WHERE r.account_id = a.account_id AND r.status IN ('queued', 'waiting')
                  AND r.due_at <= ${at}::timestamptz + a.clock_offset * interval '1 millisecond'
                ORDER BY r.due_at LIMIT ${limit}) first_due
              ORDER BY rank, due_at
              LIMIT greatest(0, ${limit} - (SELECT count(*) FROM flow_runs WHERE status = 'running'))
            )
            UPDATE flow_runs r SET status = 'running', claimed_at = ${claimed_at}, wakes = r.wakes + 1
            FROM (SELECT account_id, run_id FROM due UNION SELECT account_id, run_id FROM lost) claimed
            WHERE r.account_id = claimed.account_id AND r.run_id = claimed.run_id AND (r.status IN ('queued', 'waiting')
              OR r.status = 'running' AND r.claimed_at < ${lost})
            RETURNING r.account_id, r.run_id, r.wakes, (SELECT extract(epoch FROM ${at}::timestamptz
              + a.clock_offset * interval '1 millisecond' - r.due_at) FROM accounts a
              WHERE a.account_id = r.account_id)::float8 AS lag`.pipe(retried, queryRows)
          yield* Effect.forEach(claimed, ({ lag }) => Metric.update(lags, lag), { discard: true })
          return claimed.map(({ account_id, run_id, wakes }) => ({ account_id, run_id, wakes }))
        })
      })
    })
  )
}
