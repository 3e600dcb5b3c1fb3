import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { accountOf } from "../distributed/accountOf.ts"
import { columns, texts } from "../sql/parameters.ts"
import { query } from "../sql/query.ts"

const queryCoupons = query(Schema.Struct({ account_id: Schema.String, name: Schema.String, coupon_id: Schema.String }))

interface OfAccount {
  readonly account_id: string
}

/** The id of a coupon that is gone: no coupon has it, and its message is not sent. */
export const noCoupon = "none"

/** Gives a function from a message to the ids of its coupons, by their names: null for a message without any. Joins the open transaction. */
export const couponIds = Effect.fnUntraced(function* <A extends OfAccount>(
  sql: SqlClient.SqlClient,
  names: ReadonlyMap<A, ReadonlyArray<string>>
) {
  const pairs = [...names].flatMap(([{ account_id }, own]) => own.map((name) => ({ account_id, name })))
  const distinct = [...new Map(pairs.map((pair) => [`${pair.account_id}|${pair.name}`, pair])).values()]
  const account = accountOf(sql, distinct)
  const found =
    distinct.length === 0
      ? []
      : yield* queryCoupons(sql`
          SELECT coupons.account_id, coupons.name, coupons.coupon_id
          FROM ${columns(sql, texts(distinct.map(({ account_id }) => account_id)), texts(distinct.map(({ name }) => name)))} AS r (account_id, name)
          JOIN coupons ON coupons.account_id = ${account("r.account_id")} AND coupons.name = r.name
          WHERE r.account_id = ${account("r.account_id")} AND coupons.deleted_at IS NULL`)
  const ids = new Map(found.map(({ account_id, name, coupon_id }) => [`${account_id}|${name}`, coupon_id]))
  return (message: A): ReadonlyArray<string> | null =>
    names.get(message)?.map((name) => ids.get(`${message.account_id}|${name}`) ?? noCoupon) ?? null
})
