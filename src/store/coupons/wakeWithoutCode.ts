import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { couponEmpty } from "../../domain/messages/decideSend.ts"
import { texts } from "../sql/parameters.ts"
import { timeText } from "../sql/timestamps.ts"

interface NewCodes {
  readonly account_id: string
  readonly coupons: ReadonlyArray<string>
  /** The codes that became free. */
  readonly max: number
  readonly now: number
}

/** Makes messages that wait for a code of the coupons due now, at most as many as there are codes. Joins the open transaction. */
export const wakeWithoutCode = (sql: SqlClient.SqlClient, { account_id, coupons, max, now }: NewCodes) =>
  Effect.asVoid(sql`
    UPDATE messages SET due_at = ${timeText(now)}::timestamptz WHERE account_id = ${account_id} AND message_id IN (
      SELECT message_id FROM messages WHERE account_id = ${account_id} AND status = 'held' AND reason = ${sql.literal(`'${couponEmpty}'`)}
        AND coupons && ${texts(coupons)} ORDER BY due_at, message_id LIMIT ${max}::int FOR UPDATE SKIP LOCKED)`)
