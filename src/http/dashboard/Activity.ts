import { Clock, Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { ActingAccount } from "../../api/dashboard/Access.ts"
import { DashboardApi } from "../../api/dashboard/DashboardApi.ts"
import { lastDays } from "../../domain/values/Time.ts"
import { Activity } from "../../store/accounts/Activity.ts"

const totalOn = (rows: ReadonlyArray<{ readonly day: string; readonly total: number }>, day: string): number =>
  rows.find((row) => row.day === day)?.total ?? 0

export const ActivityHandlers = HttpApiBuilder.group(
  DashboardApi,
  "activity",
  Effect.fnUntraced(function* (handlers) {
    const activity = yield* Activity
    return handlers.handleAll({
      read: Effect.fnUntraced(function* () {
        const { id } = yield* ActingAccount
        const now = yield* Clock.currentTimeMillis
        const shown = lastDays(now)
        const since = new Date(shown[0] ?? now)
        const orders = yield* activity.orders(id, since)
        const subscribers = yield* activity.subscribers(id, since)
        const starts = yield* activity.flowStarts(id, since)
        // Amounts of different currencies don't add up: the one with the most orders is shown.
        const byCurrency = Object.entries(Object.groupBy(orders, ({ currency }) => currency)).map(
          ([currency, rows = []]) => ({ currency, orders: rows.reduce((sum, row) => sum + row.orders, 0) })
        )
        const currency = byCurrency.sort((a, b) => b.orders - a.orders)[0]?.currency ?? null
        const days = shown.map((day) => ({
          day,
          orders: orders.reduce((sum, row) => (row.day === day ? sum + row.orders : sum), 0),
          revenue: orders.find((row) => row.day === day && row.currency === currency)?.revenue ?? "0",
          subscribers: totalOn(subscribers, day),
          flow_starts: totalOn(starts, day)
        }))
        return { data: { currency, days, ...(yield* activity.budget(id, new Date(now))) } }
      })
    })
  })
)
