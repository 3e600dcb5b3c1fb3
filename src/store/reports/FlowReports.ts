import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { Unavailable } from "../../domain/Errors.ts"
import { Revenue } from "../../domain/messages/ListedMessage.ts"
import { RunsReport } from "../../domain/reports/FlowReport.ts"
import { query, queryOne } from "../sql/query.ts"
import { timeText } from "../sql/timestamps.ts"
import { retried } from "../database/Transaction.ts"
import { leavings } from "./leavings.ts"
import { sinceId } from "./sinceId.ts"
import { netAmount } from "../orders/netAmount.ts"
import { soldOrder } from "../orders/soldOrder.ts"

const StepCount = Schema.Struct({ step_id: Schema.String, total: Schema.Int })
const StepMessages = Schema.Struct({
  step_id: Schema.String,
  queued: Schema.Int,
  held: Schema.Int,
  sent: Schema.Int,
  captured: Schema.Int,
  clicked: Schema.Int,
  bounced: Schema.Int,
  skipped: Schema.Int,
  failed: Schema.Int
})
const StepSkipped = Schema.Struct({ step_id: Schema.String, reason: Schema.NullOr(Schema.String), total: Schema.Int })
const StepSales = Schema.Struct({ step_id: Schema.String, ...Revenue.fields })

const queryCounts = query(StepCount)
const queryMessages = query(StepMessages)
const querySkipped = query(StepSkipped)
const querySales = query(StepSales)
const queryRuns = queryOne(RunsReport)

/** A flow, and the beginning of the days to count in milliseconds, ascending. */
interface FlowPeriod {
  readonly account_id: string
  readonly flow_id: string
  readonly starts: ReadonlyArray<number>
}

type OfFlow<A> = (period: FlowPeriod) => Effect.Effect<A, Unavailable>
type StepCounts = OfFlow<ReadonlyArray<typeof StepCount.Type>>

// Steps of all versions that occur; a flow has 100 steps at a time.
const maxSteps = 10_000

/** Counts the runs and messages of a flow by step. Every read is of index entries of the flow in the period, or of rare rows. */
export interface FlowReports {
  /** Runs that entered each step in the period. */
  readonly entered: StepCounts
  /** Runs that are at each step now. */
  readonly waiting: StepCounts
  /** Messages of the period. */
  readonly messages: OfFlow<ReadonlyArray<typeof StepMessages.Type>>
  /** Messages of the period that were skipped, by reason. */
  readonly skipped: OfFlow<ReadonlyArray<typeof StepSkipped.Type>>
  /** Messages of the period whose delivery was reported, and that did not bounce later. */
  readonly delivered: StepCounts
  /** Messages of the flow that people left from in the period: by their links, their preference page, or a STOP. */
  readonly unsubscribed: StepCounts
  /** Orders attributed to messages of the period. */
  readonly sales: OfFlow<ReadonlyArray<typeof StepSales.Type>>
  /** Runs that started in the period. */
  readonly runs: OfFlow<typeof RunsReport.Type>
}

export const makeFlowReports = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const since = ({ starts }: FlowPeriod) => sql`${timeText(starts[0] ?? 0)}::timestamptz`
  const ofMessages = (period: FlowPeriod) =>
    Effect.map(
      sinceId("msg", period.starts),
      (first) => sql`m.account_id = ${period.account_id} AND m.flow_id = ${period.flow_id} AND m.message_id >= ${first}
            AND m.created_at >= ${since(period)}`
    )
  const part: FlowReports = {
    entered: (period) =>
      sql`
            SELECT step_id, sum(entered)::int AS total FROM flow_step_entries
            WHERE account_id = ${period.account_id} AND flow_id = ${period.flow_id} AND hour >= ${since(period)}
            GROUP BY step_id ORDER BY step_id LIMIT ${maxSteps}`.pipe(queryCounts, retried),
    waiting: ({ account_id, flow_id }) =>
      sql`
            SELECT step AS step_id, count(*)::int AS total FROM flow_runs
            WHERE account_id = ${account_id} AND flow_id = ${flow_id} AND ended_at IS NULL AND step IS NOT NULL
            GROUP BY step ORDER BY step LIMIT ${maxSteps}`.pipe(queryCounts, retried),
    messages: (period) =>
      ofMessages(period).pipe(
        Effect.flatMap(
          (condition) => sql`
                SELECT m.step_id, count(*) FILTER (WHERE m.status = 'queued')::int AS queued, count(*) FILTER (WHERE m.status = 'held')::int AS held,
                  count(*) FILTER (WHERE m.status IN ('sent', 'clicked', 'bounced'))::int AS sent,
                  count(*) FILTER (WHERE m.status = 'captured')::int AS captured, count(*) FILTER (WHERE m.status = 'clicked')::int AS clicked,
                  count(*) FILTER (WHERE m.status = 'bounced')::int AS bounced, count(*) FILTER (WHERE m.status = 'skipped')::int AS skipped,
                  count(*) FILTER (WHERE m.status = 'failed')::int AS failed
                FROM messages m WHERE ${condition} AND m.step_id IS NOT NULL GROUP BY m.step_id ORDER BY m.step_id LIMIT ${maxSteps}`
        ),
        queryMessages,
        retried
      ),
    skipped: (period) =>
      ofMessages(period).pipe(
        Effect.flatMap(
          (condition) => sql`
                SELECT m.step_id, m.reason, count(*)::int AS total FROM messages m
                WHERE ${condition} AND m.status = 'skipped' AND m.step_id IS NOT NULL
                GROUP BY m.step_id, m.reason ORDER BY m.step_id, m.reason LIMIT ${maxSteps}`
        ),
        querySkipped,
        retried
      ),
    delivered: (period) =>
      ofMessages(period).pipe(
        Effect.flatMap(
          (condition) => sql`
                SELECT m.step_id, count(*)::int AS total FROM messages m
                JOIN message_events e ON e.account_id = ${period.account_id} AND e.message_id = m.message_id AND e.event_key = 'delivered'
                WHERE ${condition} AND m.status IN ('sent', 'clicked') AND m.step_id IS NOT NULL
                GROUP BY m.step_id ORDER BY m.step_id LIMIT ${maxSteps}`
        ),
        queryCounts,
        retried
      ),
    unsubscribed: Effect.fnUntraced(function* (period) {
      const { account_id, flow_id } = period
      return yield* sql`
            SELECT m.step_id, count(DISTINCT m.message_id)::int AS total
            FROM ${yield* leavings(sql, { account_id, since: since(period) })} leaving
            JOIN messages m ON m.account_id = ${account_id} AND m.message_id = leaving.message_id
            WHERE m.flow_id = ${flow_id} AND m.step_id IS NOT NULL
            GROUP BY m.step_id ORDER BY m.step_id LIMIT ${maxSteps}`.pipe(queryCounts)
    }, retried),
    sales: (period) =>
      Effect.flatMap(
        sinceId("msg", period.starts),
        (first) => sql`
              SELECT m.step_id, o.currency, count(*)::int AS orders, sum(${netAmount(sql)})::text AS amount FROM orders o
              JOIN messages m ON m.account_id = ${period.account_id} AND m.message_id = o.attributed_message_id
              WHERE o.account_id = ${period.account_id} AND o.attributed_message_id >= ${first} AND m.flow_id = ${period.flow_id}
                AND m.created_at >= ${since(period)} AND m.step_id IS NOT NULL AND ${soldOrder(sql)}
              GROUP BY m.step_id, o.currency ORDER BY m.step_id, o.currency LIMIT ${maxSteps}`
      ).pipe(querySales, retried),
    runs: (period) =>
      sinceId("run", period.starts).pipe(
        Effect.flatMap(
          (first) => sql`
                SELECT count(*)::int AS started, count(*) FILTER (WHERE status IN ('queued', 'running', 'waiting', 'held'))::int AS under_way,
                  count(*) FILTER (WHERE status = 'completed')::int AS completed, count(*) FILTER (WHERE status = 'exited')::int AS exited,
                  count(*) FILTER (WHERE status = 'failed')::int AS failed
                FROM flow_runs WHERE account_id = ${period.account_id} AND flow_id = ${period.flow_id} AND run_id >= ${first}
                  AND created_at >= ${since(period)}`
        ),
        queryRuns,
        retried,
        Effect.map((row) => row ?? { started: 0, under_way: 0, completed: 0, exited: 0, failed: 0 })
      )
  }
  return part
})
