import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import type { MessageCoupon } from "../../domain/coupons/MessageCoupon.ts"
import { accountOf } from "../distributed/accountOf.ts"
import { columns, texts } from "../sql/parameters.ts"
import { query } from "../sql/query.ts"
import { giveCodes } from "./giveCodes.ts"

const queryCoupons = query(
  Schema.Struct({
    account_id: Schema.String,
    message_id: Schema.String,
    contact_id: Schema.String,
    purpose: Schema.String,
    coupon_id: Schema.String,
    name: Schema.NullOr(Schema.String),
    is_single: Schema.Boolean,
    is_deleted: Schema.Boolean,
    code: Schema.NullOr(Schema.String)
  })
)

interface Claimed {
  readonly account_id: string
  readonly message_id: string
  readonly attempts: number
  readonly coupons: ReadonlyArray<string> | null
}

/**
 * The coupons of claimed messages with their codes, by `account|message`. Gives codes to messages that have waited for one, and notes which codes an
 * earlier attempt may have handed over. Joins the open transaction.
 */
export const messageCoupons = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  all: ReadonlyArray<Claimed>,
  now: number
) {
  const claimed = all.filter(({ coupons }) => coupons !== null)
  if (claimed.length === 0) return new Map<string, ReadonlyArray<MessageCoupon>>()
  const account = accountOf(sql, claimed)
  const keysOf = (messages: ReadonlyArray<Claimed>) =>
    columns(
      sql,
      texts(messages.map(({ account_id }) => account_id)),
      texts(messages.map(({ message_id }) => message_id))
    )
  const tried = claimed.filter(({ attempts }) => attempts > 1)
  if (tried.length > 0)
    yield* sql`
      UPDATE coupon_codes code SET tried = true FROM ${keysOf(tried)} AS r (account_id, message_id)
      JOIN messages m ON m.account_id = ${account("r.account_id")} AND m.message_id = r.message_id
      WHERE r.account_id = ${account("r.account_id")} AND code.account_id = ${account("r.account_id")}
        AND code.coupon_id = ANY (m.coupons) AND code.purpose = coalesce(m.campaign_id, m.run_id)
        AND code.contact_id = m.contact_id AND NOT code.tried`
  const found = yield* queryCoupons(sql`
    SELECT m.account_id, m.message_id, m.contact_id, coalesce(m.campaign_id, m.run_id, '') AS purpose, shown.coupon_id, coupons.name,
      coupons.kind IS NOT DISTINCT FROM 'single' AS is_single,
      coupons.coupon_id IS NULL OR coupons.deleted_at IS NOT NULL AS is_deleted, coalesce(given.code, CASE WHEN coupons.deleted_at IS NULL THEN coupons.code END) AS code
    FROM ${keysOf(claimed)} AS r (account_id, message_id)
    JOIN messages m ON m.account_id = ${account("r.account_id")} AND m.message_id = r.message_id
    CROSS JOIN LATERAL unnest(m.coupons) AS shown (coupon_id)
    LEFT JOIN coupons ON coupons.account_id = ${account("m.account_id")} AND coupons.coupon_id = shown.coupon_id
    LEFT JOIN coupon_codes given ON given.account_id = ${account("m.account_id")} AND given.coupon_id = shown.coupon_id
      AND given.purpose = coalesce(m.campaign_id, m.run_id) AND given.contact_id = m.contact_id
    WHERE r.account_id = ${account("r.account_id")}`)
  const missing = found.filter(({ code, is_single, is_deleted }) => code === null && is_single && !is_deleted)
  const given = new Map((yield* giveCodes(sql, missing, now)).map((one) => [keyOf(one), one.code]))
  return new Map(
    [...Map.groupBy(found, ({ account_id, message_id }) => `${account_id}|${message_id}`)].map(([key, coupons]) => [
      key,
      coupons.map((row): MessageCoupon => ({
        name: row.name ?? "",
        code: row.code ?? given.get(keyOf(row)) ?? null,
        is_deleted: row.is_deleted
      }))
    ])
  )
})

const keyOf = (of: Readonly<Record<"account_id" | "coupon_id" | "contact_id" | "purpose", string>>): string =>
  [of.account_id, of.coupon_id, of.contact_id, of.purpose].join("|")
