import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { FlowStatus } from "../../domain/flows/Flow.ts"
import { CauseType, RunStatus } from "../../domain/flows/FlowRun.ts"
import { isRunnable, type RunState } from "../../domain/flows/Run.ts"
import { databaseTime } from "../database/databaseTime.ts"
import { rowsJson, texts } from "../database/parameters.ts"
import { query } from "../database/query.ts"
import { Millis, timeText } from "../database/timestamps.ts"

const Row = Schema.Struct({
  account_id: Schema.String,
  run_id: Schema.String,
  flow_id: Schema.String,
  version: Schema.Int,
  contact_id: Schema.String,
  cause: CauseType,
  order_id: Schema.NullOr(Schema.BigInt),
  event_id: Schema.NullOr(Schema.String),
  status: RunStatus,
  reason: Schema.NullOr(Schema.String),
  step: Schema.NullOr(Schema.String),
  due_at: Millis,
  attempts: Schema.Int,
  moves: Schema.Int,
  flow_status: FlowStatus,
  clock_offset: Schema.Number,
  has_contact: Schema.Boolean
})

/** A run with the data its next move depends on. `clock_offset` is how far the account's clock is ahead, in milliseconds. */
type StoredRun = typeof Row.Type

export type RunKey = Pick<StoredRun, "account_id" | "run_id">

/** A run and its state from now on. `now` is on the account's clock. */
export interface RunMove {
  readonly run: StoredRun
  readonly after: RunState
  readonly now: number
}

const queryRuns = query(Row)
const queryKeys = query(Schema.Struct({ account_id: Schema.String, run_id: Schema.String }))

/** Reads and writes the states of runs, any number in one statement. Every member joins an open transaction. */
export class FlowRuns extends Context.Service<
  FlowRuns,
  {
    readonly read: (keys: ReadonlyArray<RunKey>) => Effect.Effect<ReadonlyArray<StoredRun>, SqlError.SqlError>
    /** Writes moves and returns the written ones. A run that was moved since it was read is left as it is. */
    readonly move: <Move extends RunMove>(
      moves: ReadonlyArray<Move>
    ) => Effect.Effect<ReadonlyArray<Move>, SqlError.SqlError>
  }
>()("tally/store/flows/FlowRuns") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const time = yield* databaseTime(sql)
      return FlowRuns.of({
        read: (keys) =>
          queryRuns(sql`
            SELECT r.account_id, r.run_id, r.flow_id, r.version, r.contact_id, r.cause, r.order_id, r.event_id, r.status, r.reason,
              r.step, r.due_at, r.attempts, r.moves, f.status AS flow_status, a.clock_offset::float8 AS clock_offset,
              EXISTS (SELECT FROM contacts c WHERE c.account_id = r.account_id AND c.contact_id = r.contact_id) AS has_contact
            FROM unnest(${texts(keys.map(({ account_id }) => account_id))}, ${texts(keys.map(({ run_id }) => run_id))})
              AS key (account_id, run_id)
            JOIN flow_runs r USING (account_id, run_id) JOIN flows f USING (account_id, flow_id) JOIN accounts a USING (account_id)
            ORDER BY r.account_id, r.run_id LIMIT ${keys.length}`),
        move: Effect.fnUntraced(function* (moves) {
          const at = yield* time
          // Rows are locked in one order, so that two statements that move the same runs wait and do not deadlock.
          const rows = yield* queryKeys(sql`
            WITH moves AS MATERIALIZED (
              SELECT * FROM json_to_recordset(${rowsJson(moves.map(moveRow))}::json) AS r (account_id text, run_id text,
                moves int, status text, reason text, step text, due_at timestamptz, attempts int, now timestamptz, ended_at timestamptz)
            ), locked AS MATERIALIZED (
              SELECT r.account_id, r.run_id FROM moves m JOIN flow_runs r USING (account_id, run_id)
              WHERE r.moves = m.moves ORDER BY r.account_id, r.run_id FOR NO KEY UPDATE OF r
            )
            UPDATE flow_runs r SET status = m.status, reason = m.reason, step = m.step, due_at = m.due_at,
              attempts = m.attempts, moves = r.moves + 1, claimed_at = ${at}, updated_at = m.now, ended_at = m.ended_at
            FROM locked JOIN moves m USING (account_id, run_id)
            WHERE r.account_id = m.account_id AND r.run_id = m.run_id AND r.moves = m.moves
            RETURNING r.account_id, r.run_id`)
          const written = new Set(rows.map(keyOf))
          return moves.filter(({ run }) => written.has(keyOf(run)))
        })
      })
    })
  )
}

const keyOf = ({ account_id, run_id }: RunKey): string => `${account_id}|${run_id}`

const moveRow = ({ run: { account_id, run_id, moves }, after, now }: RunMove) => {
  const { status, reason, step, due_at, attempts } = after
  return {
    account_id,
    run_id,
    moves,
    status,
    reason,
    step,
    due_at: timeText(due_at),
    attempts,
    now: timeText(now),
    ended_at: timeText(isRunnable(status) || status === "held" ? null : now)
  }
}
