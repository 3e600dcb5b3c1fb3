import { Clock, Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { ActingAccount } from "../../api/dashboard/Access.ts"
import { DashboardApi } from "../../api/dashboard/DashboardApi.ts"
import { ReportActivity } from "../../programs/reports/ReportActivity.ts"
import { RateBudget } from "../../store/accounts/RateBudget.ts"

export const ActivityHandlers = HttpApiBuilder.group(
  DashboardApi,
  "activity",
  Effect.fnUntraced(function* (handlers) {
    const reports = yield* ReportActivity
    const budgets = yield* RateBudget
    return handlers.handleAll({
      read: Effect.fnUntraced(function* ({ query: { days = "30" } }) {
        return { data: yield* reports.read(yield* ActingAccount, Number(days)) }
      }),
      budget: Effect.fnUntraced(function* () {
        return { data: yield* budgets.read((yield* ActingAccount).id, new Date(yield* Clock.currentTimeMillis)) }
      })
    })
  })
)
