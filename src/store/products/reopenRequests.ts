import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { unansweredReasons } from "../../domain/products/productReminder.ts"
import { rowsJson, texts } from "../sql/parameters.ts"
import { query } from "../sql/query.ts"

const AnsweredRow = Schema.Struct({ product_id: Schema.String })
const ReopenedRow = Schema.Struct({ product_id: Schema.String, caused_at: Schema.String })

/**
 * Opens the requests again whose answer was skipped because the product could not be bought: their contacts wait for the next restocking, which flows look
 * at once more if they have looked at it while the answer stood. Not while another message of the run was sent or may be. Joins the open transaction, which
 * has skipped the messages of one account.
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
  const locked = yield* sql`${answered} ORDER BY 1, 2, 3 FOR NO KEY UPDATE OF request`.pipe(query(AnsweredRow))
  if (locked.length === 0) return
  // A return that is being written is waited for, and one that comes later is looked at when the requests are open again.
  yield* sql`SELECT FROM products WHERE account_id = ${account_id} AND product_id = ANY (${texts(locked.map(({ product_id }) => product_id))})
    ORDER BY product_id FOR NO KEY UPDATE`
  const reopened = yield* sql`UPDATE restock_requests kept SET answered_at = NULL, run_id = NULL, message_key = NULL
    FROM (${answered}) answer JOIN flow_runs run ON run.account_id = ${account_id} AND run.run_id = answer.run_id
    WHERE kept.account_id = ${account_id} AND kept.product_id = answer.product_id AND kept.variant_id = answer.variant_id
      AND kept.contact_id = answer.contact_id AND NOT EXISTS (
        SELECT FROM messages other WHERE other.account_id = ${account_id} AND other.run_id = answer.run_id AND other.status <> 'skipped')
    RETURNING kept.product_id, substring(run.cause_key FROM '[0-9]+$') AS caused_at`.pipe(query(ReopenedRow))
  if (reopened.length === 0) return
  yield* sql`UPDATE product_changes c SET due_at = c.written_at
    FROM json_to_recordset(${rowsJson(reopened)}::json) AS r (product_id text, caused_at bigint)
    WHERE c.account_id = ${account_id} AND c.product_id = r.product_id AND c.restocked IS NOT NULL AND c.due_at IS NULL
      AND c.happened_at > to_timestamp(r.caused_at / 1000.0)`
})
