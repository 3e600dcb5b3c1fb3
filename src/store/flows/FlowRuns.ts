import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import type { Fragment } from "effect/sql/Statement"
import { FlowStatus } from "../../domain/flows/Flow.ts"
import { RunStatus } from "../../domain/flows/FlowRun.ts"
import { CauseType } from "../../domain/flows/FlowTrigger.ts"
import { isRunnable, type RunState } from "../../domain/flows/Run.ts"
import { type AccountSettings, readAccounts } from "../accounts/readAccounts.ts"
import { accountOf, type BatchAccount } from "../distributed/accountOf.ts"
import { accountPlacement } from "../distributed/Distribution.ts"
import { databaseTime } from "../sql/databaseTime.ts"
import { rowsJson, texts } from "../sql/parameters.ts"
import { query } from "../sql/query.ts"
import { Millis, timeText } from "../sql/timestamps.ts"
import { countEntries } from "../reports/countEntries.ts"
import { type DueRuns, makeDueRuns } from "./DueRuns.ts"
import { type FlowRunQueries, makeFlowRunQueries } from "./FlowRunQueries.ts"

const Row = Schema.Struct({
  account_id: Schema.String,
  run_id: Schema.String,
  flow_id: Schema.String,
  version: Schema.Int,
  contact_id: Schema.String,
  cause: CauseType,
  order_id: Schema.NullOr(Schema.BigInt),
  event_id: Schema.NullOr(Schema.String),
  cart_id: Schema.NullOr(Schema.String),
  cart_changed_at: Schema.NullOr(Millis),
  product_id: Schema.NullOr(Schema.String),
  variant_id: Schema.NullOr(Schema.String),
  old_price: Schema.NullOr(Schema.String),
  status: RunStatus,
  reason: Schema.NullOr(Schema.String),
  step: Schema.NullOr(Schema.String),
  due_at: Millis,
  attempts: Schema.Int,
  moves: Schema.Int,
  awaits: Schema.NullOr(Schema.String),
  arrived: Schema.Boolean,
  flow_status: Schema.Literals([...FlowStatus.literals, "deleted"]),
  has_contact: Schema.Boolean
})

/** A run with the data its next move depends on. `clock_offset` is how far the account's clock is ahead, in milliseconds. */
type StoredRun = typeof Row.Type & Pick<AccountSettings, "clock_offset" | "timezone">

export type RunKey = Pick<StoredRun, "account_id" | "run_id">

/** A run and its state from now on. `now` is on the account's clock. */
export interface RunMove {
  readonly run: StoredRun
  readonly after: RunState
  readonly now: number
}

const queryRuns = query(Row)
const queryMoved = query(
  Schema.Struct({
    account_id: Schema.String,
    run_id: Schema.String,
    flow_id: Schema.String,
    step: Schema.NullOr(Schema.String),
    step_before: Schema.NullOr(Schema.String),
    at: Millis
  })
)
const queryKeys = query(Schema.Struct({ account_id: Schema.String, run_id: Schema.String }))

/** Reads and writes the states of runs, any number at once. Every member joins an open transaction. */
export class FlowRuns extends Context.Service<
  FlowRuns,
  {
    readonly read: (keys: ReadonlyArray<RunKey>) => Effect.Effect<ReadonlyArray<StoredRun>, SqlError.SqlError>
    /** Writes moves and returns the written ones. A run that was moved since it was read is left as it is. */
    readonly move: <Move extends RunMove>(
      moves: ReadonlyArray<Move>
    ) => Effect.Effect<ReadonlyArray<Move>, SqlError.SqlError>
  } & DueRuns &
    FlowRunQueries
>()("tally/store/flows/FlowRuns") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const time = yield* databaseTime(sql)
      const { isDistributed } = yield* accountPlacement

      const moveAndCount = (moved: Fragment, account: BatchAccount) =>
        queryKeys(sql`
          WITH ${moved}, entered AS (
            SELECT * FROM moved WHERE step IS DISTINCT FROM step_before
          ), counted AS (${countEntries(sql, account)})
          SELECT account_id, run_id FROM moved`)

      // A distributed database divides a statement that locks rows in one CTE and inserts in another.
      const moveThenCount = (moved: Fragment) =>
        Effect.gen(function* () {
          const rows = yield* queryMoved(sql`WITH ${moved} SELECT * FROM moved`)
          const entered = rows.flatMap(({ account_id, flow_id, step, step_before, at }) =>
            step === null || step === step_before ? [] : [{ account_id, flow_id, step, at: timeText(at) }]
          )
          if (entered.length === 0) return rows
          yield* countEntries(
            sql,
            accountOf(sql, entered),
            sql`json_to_recordset(${rowsJson(entered)}::json) AS r (account_id text, flow_id text, step text, at timestamptz)`
          )
          return rows
        }).pipe(sql.withTransaction)

      return FlowRuns.of({
        read: Effect.fnUntraced(function* (keys) {
          const account = accountOf(sql, keys)
          const accounts = yield* readAccounts(
            sql,
            keys.map(({ account_id }) => account_id)
          )
          const runs = yield* queryRuns(sql`
            SELECT r.account_id, r.run_id, r.flow_id, r.version, r.contact_id, r.cause, r.order_id, r.event_id, r.cart_id, r.cart_changed_at, r.product_id, r.variant_id, r.old_price::text, r.status, r.reason,
              r.step, r.due_at, r.attempts, r.moves, r.awaits, r.arrived, CASE WHEN f.deleted_at IS NULL THEN f.status ELSE 'deleted' END AS flow_status,
              EXISTS (SELECT FROM contacts c
                WHERE c.account_id = ${account("r.account_id")} AND c.contact_id = r.contact_id) AS has_contact
            FROM unnest(${texts(keys.map(({ account_id }) => account_id))}, ${texts(keys.map(({ run_id }) => run_id))})
              AS key (account_id, run_id)
            JOIN flow_runs r ON r.account_id = ${account("key.account_id")} AND r.run_id = key.run_id
            JOIN flows f ON f.account_id = ${account("r.account_id")} AND f.flow_id = r.flow_id
            WHERE key.account_id = ${account("key.account_id")}
            ORDER BY r.account_id, r.run_id LIMIT ${keys.length}`)
          return runs.flatMap((run): ReadonlyArray<StoredRun> => {
            const account = accounts.get(run.account_id)
            return account === undefined
              ? []
              : [{ ...run, clock_offset: account.clock_offset, timezone: account.timezone }]
          })
        }),
        move: Effect.fnUntraced(function* (moves) {
          const account = accountOf(
            sql,
            moves.map(({ run }) => run)
          )
          // Rows are locked in one order, so that two statements that move the same runs wait and do not deadlock.
          const moved = sql`moves AS MATERIALIZED (
              SELECT * FROM json_to_recordset(${rowsJson(moves.map(moveRow))}::json) AS r (account_id text, run_id text,
                moves int, status text, reason text, step text, due_at timestamptz, attempts int, awaits text, arrived boolean, now timestamptz, ended_at timestamptz)
            ), locked AS MATERIALIZED (
              SELECT r.account_id, r.run_id, r.step AS step_before FROM moves m
              JOIN flow_runs r ON r.account_id = ${account("m.account_id")} AND r.run_id = m.run_id
              WHERE m.account_id = ${account("m.account_id")} AND r.moves = m.moves ORDER BY r.account_id, r.run_id FOR NO KEY UPDATE OF r
            ), moved AS (
              UPDATE flow_runs r SET status = m.status, reason = m.reason, step = m.step, due_at = m.due_at,
                attempts = m.attempts, awaits = m.awaits, arrived = m.arrived, moves = r.moves + 1, claimed_at = ${yield* time}, updated_at = m.now, ended_at = m.ended_at
              FROM locked JOIN moves m USING (account_id, run_id)
              WHERE m.account_id = ${account("m.account_id")} AND r.account_id = ${account("m.account_id")} AND r.run_id = m.run_id AND r.moves = m.moves
              RETURNING r.account_id, r.run_id, r.flow_id, r.step, m.now AS at, locked.step_before
            )`
          const rows = yield* isDistributed ? moveThenCount(moved) : moveAndCount(moved, account)
          const written = new Set(rows.map(keyOf))
          return moves.filter(({ run }) => written.has(keyOf(run)))
        }),
        ...(yield* makeDueRuns),
        ...(yield* makeFlowRunQueries)
      })
    })
  )
}

const keyOf = ({ account_id, run_id }: RunKey): string => `${account_id}|${run_id}`

const moveRow = ({ run: { account_id, run_id, moves }, after, now }: RunMove) => {
  const { status, reason, step, due_at, attempts, awaits, arrived } = after
  return {
    account_id,
    run_id,
    moves,
    status,
    reason,
    step,
    due_at: timeText(due_at),
    attempts,
    awaits,
    arrived,
    now: timeText(now),
    ended_at: timeText(isRunnable(status) || status === "held" ? null : now)
  }
}
