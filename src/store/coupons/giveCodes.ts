import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { accountOf } from "../distributed/accountOf.ts"
import { rowsJson, texts } from "../sql/parameters.ts"
import { query } from "../sql/query.ts"
import { timeText } from "../sql/timestamps.ts"

/** A contact that is to have a code of a coupon for a campaign or a run of a flow. */
export interface CodeRecipient {
  readonly account_id: string
  readonly coupon_id: string
  readonly contact_id: string
  readonly purpose: string
}

const GivenCode = Schema.Struct({
  account_id: Schema.String,
  coupon_id: Schema.String,
  contact_id: Schema.String,
  purpose: Schema.String,
  code: Schema.String
})
const queryGiven = query(GivenCode)

const keyOf = ({ account_id, coupon_id, contact_id, purpose }: CodeRecipient): string =>
  [account_id, coupon_id, contact_id, purpose].join("|")

/**
 * Gives free codes of pools to contacts that have none for the purpose, in their order and by one statement for all; shared coupons, and contacts beyond the free codes,
 * get none. Returns what was given. Joins the open transaction, and locks the coupons until it ends: so no two transactions give a contact two codes
 * for one purpose, or find a pool empty while another still gives.
 */
export const giveCodes = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  recipients: ReadonlyArray<CodeRecipient>,
  now: number
) {
  if (recipients.length === 0) return []
  const account = accountOf(sql, recipients)
  const rows = [...new Map(recipients.map((recipient) => [keyOf(recipient), recipient])).values()]
  const ids = [
    ...new Map(
      rows.map(({ account_id, coupon_id }) => [`${account_id}|${coupon_id}`, [account_id, coupon_id] as const])
    ).values()
  ]
  yield* sql`
    SELECT FROM unnest(${texts(ids.map(([account_id]) => account_id))}, ${texts(ids.map(([, coupon_id]) => coupon_id))}) AS r (account_id, coupon_id)
    JOIN coupons ON coupons.account_id = ${account("r.account_id")} AND coupons.coupon_id = r.coupon_id
    WHERE r.account_id = ${account("r.account_id")} ORDER BY coupons.account_id, coupons.coupon_id FOR NO KEY UPDATE OF coupons`
  return yield* queryGiven(sql`
    WITH wanted AS MATERIALIZED (
      SELECT r.account_id, r.coupon_id, r.contact_id, r.purpose,
        row_number() OVER (PARTITION BY r.account_id, r.coupon_id ORDER BY r.at) AS place
      FROM json_to_recordset(${rowsJson(rows.map((row, at) => ({ ...row, at })))}::json) AS r (account_id text, coupon_id text, contact_id text, purpose text, at int)
      JOIN coupons ON coupons.account_id = ${account("r.account_id")} AND coupons.coupon_id = r.coupon_id
      WHERE r.account_id = ${account("r.account_id")} AND coupons.kind = 'single' AND coupons.deleted_at IS NULL AND NOT EXISTS (
        SELECT FROM coupon_codes given WHERE given.account_id = ${account("r.account_id")} AND given.coupon_id = r.coupon_id
          AND given.purpose = r.purpose AND given.contact_id = r.contact_id)
    ), needed AS (
      SELECT account_id, coupon_id, max(place) AS count FROM wanted GROUP BY account_id, coupon_id
    ), free AS MATERIALIZED (
      SELECT needed.account_id, needed.coupon_id, head.code_key,
        row_number() OVER (PARTITION BY needed.account_id, needed.coupon_id ORDER BY head.code_key) AS place
      FROM needed CROSS JOIN LATERAL (
        SELECT code_key FROM coupon_codes one WHERE one.account_id = ${account("needed.account_id")}
          AND one.coupon_id = needed.coupon_id AND one.given_at IS NULL ORDER BY code_key LIMIT needed.count
      ) head WHERE needed.account_id = ${account("needed.account_id")}
    )
    UPDATE coupon_codes code SET contact_id = wanted.contact_id, purpose = wanted.purpose, given_at = ${timeText(now)}::timestamptz
    FROM free JOIN wanted ON wanted.account_id = free.account_id AND wanted.coupon_id = free.coupon_id AND wanted.place = free.place
    WHERE free.account_id = ${account("free.account_id")} AND code.account_id = ${account("free.account_id")}
      AND code.code_key = free.code_key AND code.given_at IS NULL
    RETURNING code.account_id, code.coupon_id, code.contact_id, code.purpose, code.code`)
})
