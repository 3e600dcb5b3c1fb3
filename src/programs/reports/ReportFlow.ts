import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { NotFound, Unavailable } from "../../domain/Errors.ts"
import { lastLocalDays } from "../../domain/reports/DayRange.ts"
import type { FlowReport } from "../../domain/reports/FlowReport.ts"
import { summarizeFlow } from "../../domain/reports/summarizeFlow.ts"
import { TestClocks } from "../../store/accounts/TestClocks.ts"
import { readOnly } from "../../store/database/Transaction.ts"
import { Flows } from "../../store/flows/Flows.ts"
import { FlowReports } from "../../store/reports/FlowReports.ts"

/** Reports what a flow did, step by step. */
export class ReportFlow extends Context.Service<
  ReportFlow,
  {
    /** The last `days` days of the account's time zone up to and including today (contract §13). */
    readonly read: (
      account: { readonly id: string; readonly timezone: string },
      flow_id: string,
      days: number
    ) => Effect.Effect<FlowReport, NotFound | Unavailable>
  }
>()("tally/programs/reports/ReportFlow") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const clocks = yield* TestClocks
      const flows = yield* Flows
      const reports = yield* FlowReports
      return ReportFlow.of({
        read: Effect.fn("ReportFlow.read")(function* ({ id: account_id, timezone }, flow_id, days) {
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
        })
      })
    })
  )
}
