import { Effect, Schema } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { texts } from "../sql/parameters.ts"
import { query } from "../sql/query.ts"
import { wakeWithoutCode } from "./wakeWithoutCode.ts"

const queryReturned = query(Schema.Struct({ coupon_id: Schema.String }))

/** Skipped messages of an account, as a condition on `m`, and how often a message that was never handed over was claimed. */
interface SkippedMessages {
  readonly account_id: string
  readonly messages: Statement.Fragment
  /** 0 for messages that no process works on, 1 for those of a process that claimed them and did not send. */
  readonly attempts: 0 | 1
  readonly now: number
}

/**
 * Frees the codes of messages that were skipped and never handed to a provider, unless another message of the same run shows them. Messages that
 * wait for a code are decided again. Joins the open transaction.
 */
export const returnCodes = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  { account_id, messages, attempts, now }: SkippedMessages
) {
  const returned = yield* queryReturned(sql`
    UPDATE coupon_codes code SET contact_id = NULL, purpose = NULL, given_at = NULL
    WHERE code.account_id = ${account_id} AND code.code_key IN (
      SELECT given.code_key FROM messages m
      JOIN coupon_codes given ON given.account_id = ${account_id} AND given.coupon_id = ANY (m.coupons)
        AND given.purpose = coalesce(m.campaign_id, m.run_id) AND given.contact_id = m.contact_id
      WHERE m.account_id = ${account_id} AND m.coupons IS NOT NULL AND m.status = 'skipped' AND m.attempts <= ${attempts}::int
        AND NOT given.tried AND ${messages} AND NOT EXISTS (
          SELECT FROM messages other WHERE other.account_id = ${account_id} AND other.run_id = m.run_id
            AND other.message_id <> m.message_id AND other.status <> 'skipped' AND given.coupon_id = ANY (other.coupons))
    ) RETURNING code.coupon_id`)
  const ids = [...new Set(returned.map(({ coupon_id }) => coupon_id))]
  if (ids.length === 0) return
  // A message that is being held at this moment is seen once its transaction ends (`recheckHeld`).
  yield* sql`SELECT FROM coupons WHERE account_id = ${account_id} AND coupon_id = ANY (${texts(ids)})
    ORDER BY coupon_id FOR NO KEY UPDATE`
  yield* wakeWithoutCode(sql, { account_id, coupons: ids, max: returned.length, now })
})
