import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { couponEmpty } from "../../domain/messages/decideSend.ts"
import { texts } from "../sql/parameters.ts"
import { timeText } from "../sql/timestamps.ts"

interface HeldMessages {
  readonly account_id: string
  readonly messages: ReadonlyArray<string>
  readonly now: number
}

/**
 * Makes messages due now that the open transaction held for want of a code, if their coupons have free codes by now. Locks the coupons, as whoever adds
 * codes does: so either these codes are seen here, or the messages by those that are added later.
 */
export const recheckHeld = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  { account_id, messages, now }: HeldMessages
) {
  yield* sql`SELECT FROM coupons WHERE account_id = ${account_id} AND coupon_id IN (
      SELECT unnest(coupons) FROM messages WHERE account_id = ${account_id} AND message_id = ANY (${texts(messages)}))
    ORDER BY coupon_id FOR NO KEY UPDATE`
  yield* sql`UPDATE messages SET due_at = ${timeText(now)}::timestamptz
    WHERE account_id = ${account_id} AND message_id = ANY (${texts(messages)}) AND status = 'held'
      AND reason = ${couponEmpty} AND EXISTS (SELECT FROM coupon_codes free WHERE free.account_id = ${account_id}
        AND free.coupon_id = ANY (messages.coupons) AND free.given_at IS NULL)`
})
