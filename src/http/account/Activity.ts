import { Clock, Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../../api/Api.ts"
import { CallingAccount } from "../../api/CallingAccount.ts"
import { DashboardApi } from "../../api/dashboard/DashboardApi.ts"
import type { ActivityGroup } from "../../api/Activity.ts"
import type { HandlersOf } from "./AccountGroup.ts"
import { ReadReports } from "../../programs/reports/ReadReports.ts"
import { Accounts } from "../../store/accounts/Accounts.ts"
import { RequestQueries } from "../../store/accounts/RequestQueries.ts"

const build = Effect.fnUntraced(function* (handlers: HandlersOf<typeof ActivityGroup>) {
  const accounts = yield* Accounts
  const reports = yield* ReadReports
  const requests = yield* RequestQueries
  return handlers.handleAll({
    get: Effect.fnUntraced(function* ({ query: { days = "30" } }) {
      return { data: yield* reports.activity(yield* accounts.find((yield* CallingAccount).account_id), Number(days)) }
    }),
    lift: Effect.fnUntraced(function* () {
      return { data: yield* reports.liftOfAccount((yield* CallingAccount).account_id) }
    }),
    budget: Effect.fnUntraced(function* () {
      return {
        data: yield* requests.budget((yield* CallingAccount).account_id, new Date(yield* Clock.currentTimeMillis))
      }
    })
  })
})

export const ActivityHandlers = HttpApiBuilder.group(Api, "activity", build)
export const DashboardActivityHandlers = HttpApiBuilder.group(DashboardApi, "activity", build)
