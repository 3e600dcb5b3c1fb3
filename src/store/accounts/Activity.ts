import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { Unavailable } from "../../domain/Errors.ts"
import { query, queryOne } from "../database/query.ts"
import { retried } from "../database/Transaction.ts"

const OrderDay = Schema.Struct({
  day: Schema.String,
  currency: Schema.String,
  orders: Schema.Int,
  revenue: Schema.String
})
const DayCount = Schema.Struct({ day: Schema.String, total: Schema.Int })
const Budget = Schema.Struct({ limit: Schema.Int, used: Schema.Int })
const Usage = Schema.Struct({
  minute_limit: Schema.Int,
  minute_used: Schema.Int,
  day_limit: Schema.Int,
  day_used: Schema.Int
})

const queryOrderDays = query(OrderDay)
const queryDayCounts = query(DayCount)
const queryUsage = queryOne(Usage)

// The newest rows of the ledger and of runs that are counted, which bounds the time for a busy account.
const maxRows = 50_000

/** Orders, new subscribers and started flows of an account by UTC day (`2026-11-21`), oldest first, and its rate budget. */
export class Activity extends Context.Service<
  Activity,
  {
    readonly orders: (
      account_id: string,
      since: Date
    ) => Effect.Effect<ReadonlyArray<typeof OrderDay.Type>, Unavailable>
    readonly subscribers: (
      account_id: string,
      since: Date
    ) => Effect.Effect<ReadonlyArray<typeof DayCount.Type>, Unavailable>
    readonly flowStarts: (
      account_id: string,
      since: Date
    ) => Effect.Effect<ReadonlyArray<typeof DayCount.Type>, Unavailable>
    /** The rate budget that the account draws on: its own, or its parent's. */
    readonly budget: (
      account_id: string,
      now: Date
    ) => Effect.Effect<{ readonly minute: typeof Budget.Type; readonly day: typeof Budget.Type }, Unavailable>
  }
>()("tally/store/accounts/Activity") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const day = (column: string) => sql.literal(`to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD')`)
      return Activity.of({
        orders: (account_id, since) =>
          retried(
            queryOrderDays(sql`SELECT ${day("placed_at")} AS day, currency, count(*)::int AS orders, sum(total)::text AS revenue
            FROM orders WHERE account_id = ${account_id} AND placed_at >= ${since} AND placed_at < now() + interval '1 day'
            GROUP BY 1, 2 ORDER BY 1, 2`)
          ),
        subscribers: (account_id, since) =>
          retried(
            queryDayCounts(sql`SELECT ${day("recorded_at")} AS day, count(DISTINCT contact_id)::int AS total FROM (
              SELECT recorded_at, contact_id, to_state, refused FROM consent_log
              WHERE account_id = ${account_id} ORDER BY entry_id DESC LIMIT ${maxRows}) latest
            WHERE recorded_at >= ${since} AND to_state = 'subscribed' AND NOT refused GROUP BY 1 ORDER BY 1`)
          ),
        flowStarts: (account_id, since) =>
          retried(
            queryDayCounts(sql`SELECT ${day("created_at")} AS day, count(*)::int AS total FROM (
              SELECT created_at FROM flow_runs WHERE account_id = ${account_id} ORDER BY run_id DESC LIMIT ${maxRows}) latest
            WHERE created_at >= ${since} GROUP BY 1 ORDER BY 1`)
          ),
        budget: (account_id, now) =>
          retried(
            queryUsage(sql`SELECT payer.limit_per_minute AS minute_limit, payer.limit_per_day AS day_limit,
              CASE WHEN used.minute = date_trunc('minute', ${now}::timestamptz, 'UTC') THEN used.minute_used ELSE 0 END AS minute_used,
              CASE WHEN used.day = date_trunc('day', ${now}::timestamptz, 'UTC') THEN used.day_used ELSE 0 END AS day_used
            FROM accounts own JOIN accounts payer ON payer.account_id = coalesce(own.parent_id, own.account_id)
            LEFT JOIN rate_windows used ON used.account_id = payer.account_id AND used.address = ''
            WHERE own.account_id = ${account_id}`)
          ).pipe(
            Effect.map((row) => ({
              minute: { limit: row?.minute_limit ?? 0, used: row?.minute_used ?? 0 },
              day: { limit: row?.day_limit ?? 0, used: row?.day_used ?? 0 }
            }))
          )
      })
    })
  )
}
