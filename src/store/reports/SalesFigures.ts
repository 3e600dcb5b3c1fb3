import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { Unavailable } from "../../domain/Errors.ts"
import { query } from "../sql/query.ts"
import { retried } from "../database/Transaction.ts"
import { dayBucket, sinceFirst } from "./dayBucket.ts"
import { netAmount } from "../orders/netAmount.ts"
import { soldOrder } from "../orders/soldOrder.ts"

/** Orders of one day and currency; `at` is the number of the day, from 1. Amounts are decimal text. */
const SalesDay = Schema.Struct({
  at: Schema.Int,
  currency: Schema.String,
  orders: Schema.Int,
  revenue: Schema.String,
  attributed: Schema.String
})

const FlowSales = Schema.Struct({
  flow_id: Schema.String,
  currency: Schema.String,
  orders: Schema.Int,
  amount: Schema.String
})

const queryDays = query(SalesDay)
const queryFlows = query(FlowSales)

/** Counts the orders of an account that are neither voided nor refunded, at their net amount. `starts` are the beginnings of days in milliseconds, ascending. */
export interface SalesFigures {
  readonly salesByDay: (
    account_id: string,
    starts: ReadonlyArray<number>
  ) => Effect.Effect<ReadonlyArray<typeof SalesDay.Type>, Unavailable>
  /** Attributed orders since `since` (milliseconds), by flow. */
  readonly salesByFlow: (
    account_id: string,
    since: number
  ) => Effect.Effect<ReadonlyArray<typeof FlowSales.Type>, Unavailable>
}

export const makeSalesFigures = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const sold = soldOrder(sql)
  const part: SalesFigures = {
    salesByDay: (account_id, starts) =>
      retried(
        queryDays(sql`
              SELECT ${dayBucket(sql, "o.placed_at", starts)} AS at, o.currency, count(*)::int AS orders, sum(${netAmount(sql)})::text AS revenue,
                coalesce(sum(${netAmount(sql)}) FILTER (WHERE o.attributed_message_id IS NOT NULL), 0)::text AS attributed
              FROM orders o WHERE o.account_id = ${account_id} AND ${sinceFirst(sql, "o.placed_at", starts)} AND ${sold}
              GROUP BY 1, 2 ORDER BY 1, 2 LIMIT 100000`)
      ),
    salesByFlow: (account_id, since) =>
      retried(
        queryFlows(sql`
              SELECT m.flow_id, o.currency, count(*)::int AS orders, sum(${netAmount(sql)})::text AS amount
              FROM orders o JOIN messages m ON m.account_id = ${account_id} AND m.message_id = o.attributed_message_id
              WHERE o.account_id = ${account_id} AND o.attributed_message_id IS NOT NULL
                AND ${sinceFirst(sql, "o.placed_at", [since])} AND ${sold} AND m.flow_id IS NOT NULL
              GROUP BY 1, 2 ORDER BY 1, 2 LIMIT 10000`)
      )
  }
  return part
})
