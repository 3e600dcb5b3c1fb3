import { Clock, Effect, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import type { OrderCodes } from "../../domain/coupons/redeemedCodes.ts"
import { accountOf } from "../distributed/accountOf.ts"
import { rowsJson } from "../sql/parameters.ts"
import { query } from "../sql/query.ts"
import { timeText } from "../sql/timestamps.ts"

const Redemption = Schema.Struct({
  account_id: Schema.String,
  order_id: Schema.String,
  coupon_id: Schema.String,
  code_key: Schema.String
})
const queryRedemptions = query(Redemption)

/** An order with a code of a coupon. */
type Redemption = typeof Redemption.Type

/** The orders that used codes of coupons. Every member joins the open transaction. */
export interface CouponRedemptions {
  /** The codes of the orders that coupons have: one for each order and coupon. */
  readonly find: (orders: ReadonlyArray<OrderCodes>) => Effect.Effect<ReadonlyArray<Redemption>, SqlError.SqlError>
  /** Keeps the codes that orders have now in place of those that they had. A free code that was used is given to nobody any more. */
  readonly save: (
    orders: ReadonlyArray<OrderCodes>,
    found: ReadonlyArray<Redemption>
  ) => Effect.Effect<void, SqlError.SqlError>
}

export const makeCouponRedemptions = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const part: CouponRedemptions = {
    find: Effect.fnUntraced(function* (orders) {
      const rows = orders.flatMap(({ account_id, order_id, codes }) =>
        codes.map((code_key) => ({ account_id, order_id: String(order_id), code_key }))
      )
      if (rows.length === 0) return []
      const account = accountOf(sql, rows)
      return yield* queryRedemptions(sql`
            SELECT r.account_id, r.order_id, code.coupon_id, min(code.code_key) AS code_key
            FROM json_to_recordset(${rowsJson(rows)}::json) AS r (account_id text, order_id text, code_key text)
            JOIN coupon_codes code ON code.account_id = ${account("r.account_id")} AND code.code_key = r.code_key
            WHERE r.account_id = ${account("r.account_id")} GROUP BY r.account_id, r.order_id, code.coupon_id`)
    }),
    save: Effect.fnUntraced(function* (orders, found) {
      const now = timeText(yield* Clock.currentTimeMillis)
      const gone = orders.flatMap(({ account_id, order_id, had }) =>
        had ? [{ account_id, order_id: String(order_id) }] : []
      )
      if (gone.length > 0) {
        const account = accountOf(sql, gone)
        yield* sql`
              DELETE FROM coupon_redemptions gone USING json_to_recordset(${rowsJson(gone)}::json) AS r (account_id text, order_id bigint)
              WHERE r.account_id = ${account("r.account_id")} AND gone.account_id = ${account("r.account_id")} AND gone.order_id = r.order_id`
      }
      if (found.length === 0) return
      const account = accountOf(sql, found)
      const rows = sql`json_to_recordset(${rowsJson(found)}::json) AS r (account_id text, order_id bigint, coupon_id text, code_key text)`
      yield* sql`
            UPDATE coupon_codes code SET given_at = ${now}::timestamptz, tried = true FROM ${rows}
            WHERE r.account_id = ${account("r.account_id")} AND code.account_id = ${account("r.account_id")}
              AND code.code_key = r.code_key AND code.given_at IS NULL`
      yield* sql`
            INSERT INTO coupon_redemptions (account_id, order_id, coupon_id, code_key, redeemed_at)
            SELECT ${account("r.account_id")}, order_id, coupon_id, code_key, ${now}::timestamptz FROM ${rows}
            ORDER BY account_id, order_id, coupon_id ON CONFLICT (account_id, order_id, coupon_id) DO NOTHING`
    })
  }
  return part
})
