import { Effect, Metric, Schema } from "effect"
import { SqlClient, type SqlError, type Statement } from "effect/sql"
import { readAdvancedClocks } from "../accounts/readAccounts.ts"
import { accountOf } from "../distributed/accountOf.ts"
import { databaseTime } from "../sql/databaseTime.ts"
import { accountPlacement } from "../distributed/Distribution.ts"
import { type DueAccount, dueAccount, makeDueRows } from "../sql/dueRows.ts"
import { rowsJson } from "../sql/parameters.ts"
import { query } from "../sql/query.ts"
import { queues } from "../sql/queues.ts"

/** A run that this process claimed; `claims` counts them and so identifies this one. */
export const ClaimedRun = Schema.Struct({ account_id: Schema.String, run_id: Schema.String, claims: Schema.Int })
export type ClaimedRun = typeof ClaimedRun.Type

const Row = Schema.Struct({
  ...ClaimedRun.fields,
  /** Seconds since it was due. */
  lag: Schema.Number
})

const queryRows = query(Row)
const queryRunning = query(Schema.Struct({ account_id: Schema.String, is_lost: Schema.Boolean }))

// Milliseconds after which a claimed run that has not moved counts as lost with its process.
const lease = 15_000

const lags = Metric.histogram("tally_flow_lag_seconds", {
  description: "From when a flow run was due to when it was claimed",
  boundaries: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1_800]
})

/** Claims runs that are due, for one process at a time. */
export interface DueRuns {
  /**
   * Claims due runs, so many that at most `limit` are under way over all processes, in rotation between accounts: an account
   * with many due runs does not delay another's. A claimed run that has not moved for 15 s counts as lost and is claimed again.
   * Due times are compared with each account's clock, leases with the database's. Joins the open transaction.
   */
  readonly claim: (options: {
    readonly now: number
    readonly limit: number
  }) => Effect.Effect<ReadonlyArray<ClaimedRun>, SqlError.SqlError>
}

export const makeDueRuns = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const time = yield* databaseTime(sql)
  const { readDueAccounts } = yield* makeDueRows(sql)
  const { inBatches } = yield* accountPlacement
  const part: DueRuns = {
    claim: Effect.fnUntraced(function* ({ now, limit }) {
      const claimed_at = yield* time
      const clocks = yield* readAdvancedClocks(sql)
      const running = yield* queryRunning(sql`
            SELECT account_id, claimed_at < ${leaseEnd(sql, claimed_at)} AS is_lost FROM flow_runs
            WHERE status = 'running' ORDER BY claimed_at LIMIT ${limit}::int`)
      const due = yield* readDueAccounts({
        ...queues.run,
        condition: sql`true`,
        now,
        clocks,
        perAccount: limit,
        inFlight: new Map(),
        limit: limit - running.length
      })
      const lost = Map.groupBy(
        running.filter(({ is_lost }) => is_lost),
        ({ account_id }) => account_id
      )
      const accounts = [
        ...due.map((account) => ({ ...account, lost: 0 })),
        ...Array.from(lost, ([account_id, { length }]) => ({
          ...dueAccount(account_id, { take: 0, now, clocks }),
          lost: length
        }))
      ]
      const claimed = yield* inBatches(accounts, (some) => claim(sql, claimed_at, some))
      yield* Effect.forEach(claimed, ({ lag }) => Metric.update(lags, lag), { discard: true })
      return claimed.map(({ account_id, run_id, claims }) => ({ account_id, run_id, claims }))
    })
  }
  return part
})

/** The latest claim whose lease has expired. */
export const leaseEnd = (sql: SqlClient.SqlClient, now: Statement.Fragment) =>
  sql`${now} - ${lease}::float8 * interval '1 millisecond'`

// The conditions are those of the read of heads: runs that another process claimed meanwhile are skipped.
const claim = (
  sql: SqlClient.SqlClient,
  claimed_at: Statement.Fragment,
  accounts: ReadonlyArray<DueAccount & { readonly lost: number }>
) => {
  const account = accountOf(sql, accounts)
  return queryRows(sql`
    WITH heads AS (
      SELECT * FROM json_to_recordset(${rowsJson(accounts)}::json)
        AS r (account_id text, take int, lost int, until timestamptz)
    ), claimed AS MATERIALIZED (
      SELECT run.account_id, run.run_id, heads.until FROM heads CROSS JOIN LATERAL (
        SELECT account_id, run_id FROM flow_runs
        WHERE account_id = ${account("heads.account_id")} AND status IN ('queued', 'waiting') AND due_at <= heads.until
        ORDER BY due_at LIMIT heads.take FOR UPDATE SKIP LOCKED
      ) run WHERE heads.account_id = ${account("heads.account_id")}
      UNION ALL
      SELECT run.account_id, run.run_id, heads.until FROM heads CROSS JOIN LATERAL (
        SELECT account_id, run_id FROM flow_runs
        WHERE account_id = ${account("heads.account_id")} AND status = 'running' AND claimed_at < ${leaseEnd(sql, claimed_at)}
        ORDER BY claimed_at LIMIT heads.lost FOR UPDATE SKIP LOCKED
      ) run WHERE heads.account_id = ${account("heads.account_id")}
    )
    UPDATE flow_runs r SET status = 'running', claimed_at = ${claimed_at}, claims = r.claims + 1
    FROM claimed WHERE claimed.account_id = ${account("claimed.account_id")} AND r.account_id = ${account("claimed.account_id")} AND r.run_id = claimed.run_id
    RETURNING r.account_id, r.run_id, r.claims, extract(epoch FROM claimed.until - r.due_at)::float8 AS lag`)
}
