import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { Unavailable } from "../../domain/Errors.ts"
import type { Activity } from "../../domain/reports/Activity.ts"
import { lastLocalDays } from "../../domain/reports/DayRange.ts"
import { summarizeActivity } from "../../domain/reports/summarizeActivity.ts"
import { TestClocks } from "../../store/accounts/TestClocks.ts"
import { readOnly } from "../../store/database/Transaction.ts"
import { ActivityFigures } from "../../store/reports/ActivityFigures.ts"

/** Reports what an account did. */
export class ReportActivity extends Context.Service<
  ReportActivity,
  {
    /** The last `days` days of the account's time zone up to and including today, compared with as many days before (contract §13). */
    readonly read: (
      account: { readonly id: string; readonly timezone: string },
      days: number
    ) => Effect.Effect<Activity, Unavailable>
  }
>()("tally/programs/reports/ReportActivity") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const clocks = yield* TestClocks
      const figures = yield* ActivityFigures
      return ReportActivity.of({
        read: Effect.fn("ReportActivity.read")(function* ({ id, timezone }, count) {
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
        })
      })
    })
  )
}
