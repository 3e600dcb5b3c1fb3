import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { NotFound, Unavailable } from "../../domain/Errors.ts"
import type { Activity } from "../../domain/reports/Activity.ts"
import { lastLocalDays } from "../../domain/reports/DayRange.ts"
import { summarizeActivity } from "../../domain/reports/summarizeActivity.ts"
import { TestClocks } from "../../store/accounts/TestClocks.ts"
import { readOnly } from "../../store/database/Transaction.ts"
import { makeActivityFigures } from "../../store/reports/ActivityFigures.ts"
import type { FlowReport } from "../../domain/reports/FlowReport.ts"
import { summarizeFlow } from "../../domain/reports/summarizeFlow.ts"
import { Flows } from "../../store/flows/Flows.ts"
import { makeFlowReports } from "../../store/reports/FlowReports.ts"
import { makeReadLift, type ReadLift } from "./ReadLift.ts"

/**
 * Reports what an account and its flows did, and what holdouts tell of the lift of flows and campaigns (contract §13).
 */
export class ReadReports extends Context.Service<
  ReadReports,
  {
    /** The last `days` days of the account's time zone up to and including today, compared with as many days before (contract §13). */
    readonly activity: (
      account: { readonly id: string; readonly timezone: string },
      days: number
    ) => Effect.Effect<Activity, Unavailable>
    /** The last `days` days of the account's time zone up to and including today (contract §13). */
    readonly flow: (
      account: { readonly id: string; readonly timezone: string },
      flow_id: string,
      days: number
    ) => Effect.Effect<FlowReport, NotFound | Unavailable>
  } & ReadLift
>()("tally/programs/reports/ReadReports") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const clocks = yield* TestClocks
      const figures = yield* makeActivityFigures
      const flows = yield* Flows
      const reports = yield* makeFlowReports
      return ReadReports.of({
        activity: Effect.fn("ReadReports.activity")(function* ({ id, timezone }, count) {
          const { days, starts } = lastLocalDays(yield* clocks.now(id), timezone, 2 * count)
          // Of one snapshot, so that the skipped add up to those of the reasons.
          const written = yield* readOnly(sql)(
            Effect.all({ messages: figures.messages(id, starts), skipped: figures.skipped(id, starts.slice(count)) })
          )
          return summarizeActivity({
            ...written,
            timezone,
            previous_days: days.slice(0, count),
            days: days.slice(count),
            sales: yield* figures.salesByDay(id, starts),
            flow_sales: yield* figures.salesByFlow(id, starts[count] ?? 0),
            subscribers: yield* figures.subscribers(id, starts),
            complaints: yield* figures.complaints(id, starts),
            unsent_texts: yield* figures.unsentTexts(id, starts),
            taking_stores: yield* figures.takingStores(id, starts),
            delivered: yield* figures.delivered(id, starts),
            runs: yield* figures.runs(id, starts),
            flows: yield* figures.flows(id),
            pools: yield* figures.pools(id)
          })
        }),
        flow: Effect.fn("ReadReports.flow")(function* ({ id: account_id, timezone }, flow_id, days) {
          yield* flows.read(account_id, flow_id)
          const { starts } = lastLocalDays(yield* clocks.now(account_id), timezone, days)
          const period = { account_id, flow_id, starts }
          // Of one snapshot, in which a run that moves on is at its step or has its message.
          const reached = yield* readOnly(sql)(
            Effect.all({
              runs: reports.runs(period),
              waiting: reports.waiting(period),
              messages: reports.messages(period),
              skipped: reports.skipped(period)
            })
          )
          return summarizeFlow({
            ...reached,
            entered: yield* reports.entered(period),
            delivered: yield* reports.delivered(period),
            unsubscribed: yield* reports.unsubscribed(period),
            sales: yield* reports.sales(period)
          })
        }),
        ...(yield* makeReadLift)
      })
    })
  )
}
