import { Clock, Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { ActingAccount } from "../../api/dashboard/Access.ts"
import { DashboardApi } from "../../api/dashboard/DashboardApi.ts"
import { lastDays } from "../../domain/values/Time.ts"
import { Activity } from "../../store/accounts/Activity.ts"

const totalOf = (rows: ReadonlyArray<{ readonly day: string; readonly total: number }>, day: string): number =>
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
        const days = lastDays(now)
        const since = new Date(days[0] ?? now)
        const orders = yield* activity.orders(id, since)
        const subscribers = yield* activity.subscribers(id, since)
        const starts = yield* activity.flowStarts(id, since)
        // Amounts of different currencies cannot be summed: show the currency with the most orders.
        const ordersByCurrency = Object.entries(Object.groupBy(orders, ({ currency }) => currency)).map(
          ([currency, rows = []]) => ({ currency, orders: rows.reduce((sum, row) => sum + row.orders, 0) })
        )
        const currency = ordersByCurrency.sort((a, b) => b.orders - a.orders)[0]?.currency ?? null
        const figures = days.map((day) => ({
          day,
          orders: orders.reduce((sum, row) => (row.day === day ? sum + row.orders : sum), 0),
          revenue: orders.find((row) => row.day === day && row.currency === currency)?.revenue ?? "0",
          subscribers: totalOf(subscribers, day),
          flow_starts: totalOf(starts, day)
        }))
        return { data: { currency, days: figures, ...(yield* activity.budget(id, new Date(now))) } }
      })
    })
  })
)
