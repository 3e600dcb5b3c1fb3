import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { Contact } from "../../domain/contacts/Contact.ts"

/** Moves the requests and turns of the contact `from` to another contact. Where both wait for one product, the earlier request keeps its place. */
export const mergeProductWaits = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  { account_id, contact_id }: Pick<Contact, "account_id" | "contact_id">,
  from: string
) {
  const whereFrom = sql`WHERE account_id = ${account_id} AND contact_id = ${from}`
  const other = (
    id: string
  ) => sql`other.account_id = ${account_id} AND other.contact_id = ${id} AND other.product_id = q.product_id
    AND other.variant_id = q.variant_id`
  yield* sql`UPDATE restock_requests q SET asked_at = least(q.asked_at, other.asked_at) FROM restock_requests other
    WHERE q.account_id = ${account_id} AND q.contact_id = ${contact_id} AND ${other(from)}
      AND q.answered_at IS NULL AND other.answered_at IS NULL`
  // Of an open request and one that was answered, the open one is kept.
  yield* sql`DELETE FROM restock_requests q ${whereFrom} AND EXISTS (SELECT FROM restock_requests other
    WHERE ${other(contact_id)} AND (other.answered_at IS NULL OR q.answered_at IS NOT NULL))`
  yield* sql`DELETE FROM restock_requests q WHERE account_id = ${account_id} AND contact_id = ${contact_id}
    AND EXISTS (SELECT FROM restock_requests other WHERE ${other(from)})`
  yield* sql`UPDATE restock_requests SET contact_id = ${contact_id} ${whereFrom}`
  yield* sql`DELETE FROM product_turns turn ${whereFrom} AND EXISTS (SELECT FROM product_turns other
    WHERE other.account_id = ${account_id} AND other.contact_id = ${contact_id} AND other.flow_id = turn.flow_id
      AND other.product_id = turn.product_id)`
  yield* sql`UPDATE product_turns SET contact_id = ${contact_id} ${whereFrom}`
})
