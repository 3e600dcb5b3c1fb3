import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { Budget } from "../../domain/accounts/Budget.ts"
import type { Unavailable } from "../../domain/Errors.ts"
import { queryOne } from "../sql/query.ts"
import { retried } from "../database/Transaction.ts"

const Usage = Schema.Struct({
  minute_limit: Schema.Int,
  minute_used: Schema.Int,
  day_limit: Schema.Int,
  day_used: Schema.Int
})

const queryUsage = queryOne(Usage)

/** Reads the rate budget that an account draws on: its own, or its parent's. */
export class RateBudget extends Context.Service<
  RateBudget,
  { readonly read: (account_id: string, now: Date) => Effect.Effect<Budget, Unavailable> }
>()("tally/store/accounts/RateBudget") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return RateBudget.of({
        read: (account_id, now) =>
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
