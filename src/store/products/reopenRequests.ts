import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { unansweredReasons } from "../../domain/products/productReminder.ts"
import { texts } from "../sql/parameters.ts"

/**
 * Opens the requests again whose answer was skipped because the product could not be bought: their contacts wait for the next restocking. Not while
 * another message of the run was sent or may be. Joins the open transaction, which has skipped the messages of one account.
 */
export const reopenRequests = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  account_id: string,
  messages: ReadonlyArray<string>
) {
  const answered = sql`SELECT request.product_id, request.variant_id, request.contact_id, request.run_id FROM messages m
    JOIN restock_requests request ON request.account_id = ${account_id} AND request.contact_id = m.contact_id AND request.run_id = m.run_id
    WHERE m.account_id = ${account_id} AND m.message_id = ANY (${texts(messages)}) AND m.status = 'skipped'
      AND m.reason = ANY (${texts(unansweredReasons)})`
  // The lock has two messages of one run that are skipped at once see each other.
  const locked = yield* sql`${answered} ORDER BY 1, 2, 3 FOR NO KEY UPDATE OF request`
  if (locked.length === 0) return
  yield* sql`UPDATE restock_requests kept SET answered_at = NULL, run_id = NULL, message_key = NULL
    FROM (${answered}) answer
    WHERE kept.account_id = ${account_id} AND kept.product_id = answer.product_id AND kept.variant_id = answer.variant_id
      AND kept.contact_id = answer.contact_id AND NOT EXISTS (
        SELECT FROM messages other WHERE other.account_id = ${account_id} AND other.run_id = answer.run_id AND other.status <> 'skipped')`
})
