import { Clock, Effect, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { quotas } from "../../domain/capacity/quotas.ts"
import { type Coupon, CouponKind, type CouponInput } from "../../domain/coupons/Coupon.ts"
import { codeKey } from "../../domain/coupons/couponCode.ts"
import { poolLevel } from "../../domain/coupons/poolLevel.ts"
import { NotFound } from "../../domain/Errors.ts"
import type { NamedListQuery, Page } from "../../domain/lists/Page.ts"
import { Revenue } from "../../domain/messages/ListedMessage.ts"
import { invalid, type ValidationFailed } from "../../domain/ValidationIssue.ts"
import { makeId } from "../../domain/values/Id.ts"
import { netAmount } from "../orders/netAmount.ts"
import { soldOrder } from "../orders/soldOrder.ts"
import { nameHas, namedOrder, readPage } from "../sql/paging.ts"
import { query, queryOne } from "../sql/query.ts"
import { timeText } from "../sql/timestamps.ts"
import { withinQuota } from "../sql/withinQuota.ts"
import { wakeWithoutCode } from "./wakeWithoutCode.ts"
import { rowsJson } from "../sql/parameters.ts"

const Row = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  kind: CouponKind,
  code: Schema.NullOr(Schema.String),
  total: Schema.Int,
  free: Schema.Int,
  revenue: Schema.fromJsonString(Schema.Array(Revenue)),
  created_at: Schema.DateTimeUtcFromDate,
  updated_at: Schema.DateTimeUtcFromDate
})
const queryRow = queryOne(Row)
const queryUse = queryOne(Schema.Struct({ name: Schema.String }))
const queryLocked = queryOne(Schema.Struct({ kind: CouponKind, code_count: Schema.Int }))

const coupon = ({ total, free, ...row }: typeof Row.Type): Coupon => ({
  ...row,
  codes: row.kind === "shared" ? null : { total, free, given: total - free, level: poolLevel({ total, free }) },
  redeemed: row.revenue.reduce((sum, { orders }) => sum + orders, 0)
})

const queryKeys = query(Schema.Struct({ code_key: Schema.String }))
const querySum = queryOne(Schema.Struct({ sum: Schema.Int }))
const queryCoupon = queryOne(Schema.Struct({ coupon_id: Schema.String }))

/** Free codes of a deleted coupon that a step deletes. */
const clearStep = 1_000

/** Coupons with their codes and what became of these. Every member joins the open transaction. */
export interface Coupons {
  /** By name, or as sorted. */
  readonly list: (account_id: string, query: NamedListQuery) => Effect.Effect<Page<Coupon>, SqlError.SqlError>
  readonly read: (account_id: string, coupon_id: string) => Effect.Effect<Coupon, NotFound | SqlError.SqlError>
  /** Locks the account's row to count its coupons. Fails for a name that another coupon has, and for a code that is known. */
  readonly create: (
    account_id: string,
    input: CouponInput
  ) => Effect.Effect<string, ValidationFailed | SqlError.SqlError>
  /** Locks a pool for a change of its codes, and gives the number of its codes. Fails for a shared coupon. */
  readonly lockPool: (
    account_id: string,
    coupon_id: string
  ) => Effect.Effect<number, NotFound | ValidationFailed | SqlError.SqlError>
  /** The name of an active flow, or of a campaign that is to be sent or is being sent, whose templates show the coupon of this name. */
  readonly usedBy: (account_id: string, name: string) => Effect.Effect<string | undefined, SqlError.SqlError>
  /** Hides the coupon. Its codes that were given stay, so that orders with them are counted; free ones are left to `clearCodes`. */
  readonly remove: (account_id: string, coupon_id: string) => Effect.Effect<void, NotFound | SqlError.SqlError>
  /**
   * Adds codes, none of which equals another but for case, and returns the keys of those that no coupon of the account had. Requires the lock of the
   * pool. Messages that wait for a code are decided again. Locks the account's row to count its codes.
   */
  readonly addCodes: (
    account_id: string,
    coupon_id: string,
    codes: ReadonlyArray<string>
  ) => Effect.Effect<ReadonlySet<string>, ValidationFailed | SqlError.SqlError>
  /** Deletes free codes of deleted coupons, a step's worth. True if there may be more. */
  readonly clearCodes: (account_id: string) => Effect.Effect<boolean, SqlError.SqlError>
}

export const makeCoupons = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const columns = (account_id: string) => sql`coupon_id AS id, name, kind, code, code_count AS total,
        (SELECT count(*)::int FROM coupon_codes one WHERE one.account_id = ${account_id}
          AND one.coupon_id = coupons.coupon_id AND one.given_at IS NULL) AS free,
        coalesce((SELECT json_agg(revenue ORDER BY currency) FROM (
          SELECT o.currency, count(*)::int AS orders, sum(${netAmount(sql)})::text AS amount
          FROM coupon_redemptions redemption
          JOIN orders o ON o.account_id = ${account_id} AND o.order_id = redemption.order_id
          WHERE redemption.account_id = ${account_id} AND redemption.coupon_id = coupons.coupon_id AND ${soldOrder(sql)}
          GROUP BY o.currency
        ) revenue), '[]')::text AS revenue, created_at, updated_at`
  const present = (account_id: string) => sql`FROM coupons WHERE account_id = ${account_id} AND deleted_at IS NULL`
  const now = Effect.map(Clock.currentTimeMillis, (millis) => sql`${timeText(millis)}::timestamptz`)
  const requireRoom = Effect.fnUntraced(function* (account_id: string, count: number) {
    const { max, message } = quotas.couponCodes
    yield* sql`SELECT 1 FROM accounts WHERE account_id = ${account_id} FOR NO KEY UPDATE`
    const total = yield* querySum(sql`SELECT coalesce(sum(code_count), 0)::int AS sum FROM coupons
          WHERE account_id = ${account_id} AND deleted_at IS NULL`)
    if ((total?.sum ?? 0) + count > max) return yield* invalid("", message)
  })
  const part: Coupons = {
    list: Effect.fnUntraced(function* (account_id, page) {
      const { data, pagination } = yield* readPage(sql, page, {
        select: columns(account_id),
        from: sql`${present(account_id)} ${nameHas(sql, page, "coupons")}`,
        order: page.sort === undefined ? sql`name, coupon_id` : namedOrder(sql, page.sort, "coupons", "coupon_id"),
        row: Row
      })
      return { data: data.map(coupon), pagination }
    }),
    read: Effect.fnUntraced(function* (account_id, coupon_id) {
      const row = yield* queryRow(
        sql`SELECT ${columns(account_id)} ${present(account_id)} AND coupon_id = ${coupon_id}`
      )
      return row === undefined ? yield* new NotFound() : coupon(row)
    }),
    create: Effect.fnUntraced(function* (account_id, { name, code = null }) {
      yield* withinQuota(sql, account_id, quotas.coupons, present(account_id))
      const all = sql`FROM coupons WHERE account_id = ${account_id}`
      yield* withinQuota(sql, account_id, quotas.couponsWithDeleted, all)
      const known = yield* sql`SELECT 1 ${present(account_id)} AND name = ${name}`
      if (known.length > 0) return yield* invalid("name", "Another coupon has this name")
      const coupon_id = yield* makeId("cpn")
      const at = yield* now
      yield* sql`INSERT INTO coupons (account_id, coupon_id, name, kind, code, created_at, updated_at)
            VALUES (${account_id}, ${coupon_id}, ${name}, ${code === null ? "single" : "shared"}, ${code}, ${at}, ${at})`
      if (code === null) return coupon_id
      // A shared code is given to all, and never free.
      const added = yield* sql`INSERT INTO coupon_codes (account_id, code_key, coupon_id, code, given_at)
            VALUES (${account_id}, ${codeKey(code)}, ${coupon_id}, ${code}, ${at})
            ON CONFLICT (account_id, code_key) DO NOTHING RETURNING 1`
      return added.length === 0 ? yield* invalid("code", "A coupon of the account has this code already") : coupon_id
    }),
    lockPool: Effect.fnUntraced(function* (account_id, coupon_id) {
      const found = yield* queryLocked(
        sql`SELECT kind, code_count ${present(account_id)} AND coupon_id = ${coupon_id} FOR NO KEY UPDATE`
      )
      if (found === undefined) return yield* new NotFound()
      if (found.kind === "shared") return yield* invalid("", "A coupon with a shared code takes no other codes")
      return found.code_count
    }),
    usedBy: Effect.fnUntraced(function* (account_id, name) {
      const shown = `coupon[^a-z0-9_]{1,20}${name}([^a-z0-9_]|$)`
      const used = yield* queryUse(sql`
            SELECT f.name FROM flows f JOIN flow_versions v
              ON v.account_id = ${account_id} AND v.flow_id = f.flow_id AND v.version = f.version
            WHERE f.account_id = ${account_id} AND f.status = 'active' AND v.definition::text LIKE '%coupon%'
              AND v.definition::text ~ ${shown}
            UNION ALL
            SELECT name FROM campaigns WHERE account_id = ${account_id} AND deleted_at IS NULL
              AND status IN ('scheduled', 'sending', 'paused') AND variants::text LIKE '%coupon%' AND variants::text ~ ${shown}
            LIMIT 1`)
      return used?.name
    }),
    remove: Effect.fnUntraced(function* (account_id, coupon_id) {
      const at = yield* now
      const removed = yield* sql`UPDATE coupons SET deleted_at = ${at}, updated_at = ${at}, clearing = kind = 'single'
            WHERE account_id = ${account_id} AND coupon_id = ${coupon_id} AND deleted_at IS NULL RETURNING 1`
      if (removed.length === 0) return yield* new NotFound()
    }),
    addCodes: Effect.fnUntraced(function* (account_id, coupon_id, codes) {
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
    clearCodes: Effect.fnUntraced(function* (account_id) {
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
  }
  return part
})
