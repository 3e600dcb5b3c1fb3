import { Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { quotas } from "../../domain/capacity/quotas.ts"
import { codeKey } from "../../domain/coupons/couponCode.ts"
import { invalid, type ValidationFailed } from "../../domain/ValidationIssue.ts"
import { wakeWithoutCode } from "./wakeWithoutCode.ts"
import { rowsJson } from "../sql/parameters.ts"
import { query, queryOne } from "../sql/query.ts"
import { timeText } from "../sql/timestamps.ts"

const queryKeys = query(Schema.Struct({ code_key: Schema.String }))
const querySum = queryOne(Schema.Struct({ sum: Schema.Int }))
const queryCoupon = queryOne(Schema.Struct({ coupon_id: Schema.String }))

/** Free codes of a deleted coupon that a step deletes. */
const clearStep = 10_000

/** The codes of pools. Every member joins the open transaction. */
export class CouponCodes extends Context.Service<
  CouponCodes,
  {
    /**
     * Adds codes, none of which equals another but for case, and returns the keys of those that no coupon of the account had. Requires the lock of the
     * pool. Messages that wait for a code are decided again. Locks the account's row to count its codes.
     */
    readonly add: (
      account_id: string,
      coupon_id: string,
      codes: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlySet<string>, ValidationFailed | SqlError.SqlError>
    /** Deletes free codes of deleted coupons, a step's worth. True if there may be more. */
    readonly clear: (account_id: string) => Effect.Effect<boolean, SqlError.SqlError>
  }
>()("tally/store/coupons/CouponCodes") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const requireRoom = Effect.fnUntraced(function* (account_id: string, count: number) {
        const { max, message } = quotas.couponCodes
        yield* sql`SELECT 1 FROM accounts WHERE account_id = ${account_id} FOR NO KEY UPDATE`
        const total = yield* querySum(sql`SELECT coalesce(sum(code_count), 0)::int AS sum FROM coupons
          WHERE account_id = ${account_id} AND deleted_at IS NULL`)
        if ((total?.sum ?? 0) + count > max) return yield* invalid("", message)
      })
      return CouponCodes.of({
        add: Effect.fnUntraced(function* (account_id, coupon_id, codes) {
          yield* requireRoom(account_id, codes.length)
          const rows = codes.map((code) => ({ code, code_key: codeKey(code) }))
          const added = yield* queryKeys(sql`
            INSERT INTO coupon_codes (account_id, code_key, coupon_id, code)
            SELECT ${account_id}, code_key, ${coupon_id}, code
            FROM json_to_recordset(${rowsJson(rows)}::json) AS r (code text, code_key text) ORDER BY code_key
            ON CONFLICT (account_id, code_key) DO NOTHING RETURNING code_key`)
          const now = yield* Clock.currentTimeMillis
          yield* sql`UPDATE coupons SET code_count = code_count + ${added.length}::int, updated_at = ${timeText(now)}::timestamptz
            WHERE account_id = ${account_id} AND coupon_id = ${coupon_id}`
          yield* wakeWithoutCode(sql, { account_id, coupons: [coupon_id], max: added.length, now })
          return new Set(added.map(({ code_key }) => code_key))
        }),
        clear: Effect.fnUntraced(function* (account_id) {
          const found = yield* queryCoupon(sql`SELECT coupon_id FROM coupons
            WHERE account_id = ${account_id} AND clearing ORDER BY coupon_id LIMIT 1 FOR NO KEY UPDATE`)
          if (found === undefined) return false
          const { coupon_id } = found
          const deleted = yield* sql`DELETE FROM coupon_codes WHERE account_id = ${account_id} AND code_key IN (
            SELECT code_key FROM coupon_codes WHERE account_id = ${account_id} AND coupon_id = ${coupon_id}
              AND given_at IS NULL ORDER BY code_key LIMIT ${clearStep} FOR UPDATE) RETURNING 1`
          yield* sql`UPDATE coupons SET code_count = code_count - ${deleted.length}::int, clearing = ${deleted.length === clearStep}
            WHERE account_id = ${account_id} AND coupon_id = ${coupon_id}`
          return true
        })
      })
    })
  )
}
