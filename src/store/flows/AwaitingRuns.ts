import { Effect, Result, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import type { Arrival } from "../../domain/flows/decideArrivals.ts"
import type { FiredTrigger } from "../../domain/flows/triggerKinds.ts"
import { stepsOf } from "../../domain/flows/stepsOf.ts"
import { awaitedKeyOf } from "../../domain/flows/WaitFor.ts"
import { accountOf } from "../distributed/accountOf.ts"
import { rowsJson } from "../sql/parameters.ts"
import { query } from "../sql/query.ts"
import { Millis, timeText } from "../sql/timestamps.ts"
import { FlowVersions } from "./FlowVersions.ts"

const Row = Schema.Struct({
  at: Schema.Int,
  account_id: Schema.String,
  run_id: Schema.String,
  flow_id: Schema.String,
  name: Schema.String,
  version: Schema.Int,
  step: Schema.String,
  due_at: Millis,
  moves: Schema.Int
})
const queryRows = query(Row)

/** An arrival at the run of a flow. `moves` fences: a run that has moved since, as by its time-out, is left as it is. */
export interface FlowArrival extends Arrival {
  readonly account_id: string
  readonly flow_id: string
  readonly name: string
  readonly moves: number
}

/** Waiting runs of one contact that one order or event can find. */
const maxWaiting = 1_000

/** Runs that wait for an order or event of their contact. Every member joins the open transaction, which locks the contacts. */
export interface AwaitingRuns {
  /** The runs that wait for one of these triggers, each with that trigger. */
  readonly findAwaiting: (
    triggers: ReadonlyArray<FiredTrigger>
  ) => Effect.Effect<ReadonlyArray<FlowArrival>, SqlError.SqlError>
  /** Lets the runs go on. Of an arrival and a time-out at the same moment, the one that is written first counts. */
  readonly arrive: (arrivals: ReadonlyArray<FlowArrival>) => Effect.Effect<void, SqlError.SqlError>
}

export const makeAwaitingRuns = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const versions = yield* FlowVersions
  const part: AwaitingRuns = {
    findAwaiting: Effect.fnUntraced(function* (triggers) {
      const keys = triggers.flatMap((trigger, at) => {
        const awaits = awaitedKeyOf(trigger)
        const { account_id, contact_id } = trigger
        return awaits === undefined ? [] : [{ at, account_id, contact_id, awaits }]
      })
      if (keys.length === 0) return []
      const account = accountOf(sql, keys)
      const rows = yield* queryRows(sql`
            SELECT t.at, r.account_id, r.run_id, r.flow_id, f.name, r.version, r.step, r.due_at, r.moves
            FROM json_to_recordset(${rowsJson(keys)}::json) AS t (at int, account_id text, contact_id text, awaits text)
            JOIN flow_runs r ON r.account_id = ${account("t.account_id")} AND r.contact_id = t.contact_id
              AND r.awaits = t.awaits AND r.ended_at IS NULL
            JOIN flows f ON f.account_id = ${account("t.account_id")} AND f.flow_id = r.flow_id AND f.deleted_at IS NULL
            WHERE t.account_id = ${account("t.account_id")}
            ORDER BY r.account_id, r.run_id, t.at LIMIT ${keys.length * maxWaiting}::int`)
      const read = yield* versions.readDefinitions(rows)
      return read.flatMap((row): ReadonlyArray<FlowArrival> => {
        const trigger = triggers[row.at]
        if (trigger === undefined || Result.isFailure(row.definition)) return []
        const step = stepsOf(row.definition.success).find((placed) => placed.step.id === row.step)?.step
        return step?.type === "wait_for" ? [{ ...row, trigger, step }] : []
      })
    }),
    arrive: Effect.fnUntraced(function* (arrivals) {
      if (arrivals.length === 0) return
      const account = accountOf(sql, arrivals)
      const rows = arrivals.map(({ account_id, run_id, moves, trigger }) => ({
        account_id,
        run_id,
        moves,
        now: timeText(trigger.occurred_at)
      }))
      // Rows are locked in the order in which moves lock them.
      yield* sql`
            WITH arrived AS MATERIALIZED (
              SELECT * FROM json_to_recordset(${rowsJson(rows)}::json) AS r (account_id text, run_id text, moves int, now timestamptz)
            ), locked AS MATERIALIZED (
              SELECT r.account_id, r.run_id, a.now, a.moves FROM arrived a
              JOIN flow_runs r ON r.account_id = ${account("a.account_id")} AND r.run_id = a.run_id
              WHERE a.account_id = ${account("a.account_id")} AND r.moves = a.moves AND r.ended_at IS NULL
              ORDER BY r.account_id, r.run_id FOR NO KEY UPDATE OF r
            )
            UPDATE flow_runs r SET arrived = true, awaits = NULL, due_at = locked.now, updated_at = locked.now, moves = r.moves + 1,
              status = CASE WHEN r.status = 'waiting' THEN 'queued' ELSE r.status END
            FROM locked
            WHERE locked.account_id = ${account("locked.account_id")} AND r.account_id = ${account("locked.account_id")}
              AND r.run_id = locked.run_id AND r.moves = locked.moves`
    })
  }
  return part
})
