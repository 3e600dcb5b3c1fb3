import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { Contact } from "../domain/Contact.ts"

/** Takes a contact and all that is personal out of every table. What is left names nobody. Joins the open transaction. */
export const eraseContact = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  { account_id, contact_id }: Pick<Contact, "account_id" | "contact_id">
) {
  yield* sql`UPDATE orders SET contact_id = NULL, email = NULL, phone = NULL, billing_address = NULL, shipping_address = NULL
    WHERE account_id = ${account_id} AND contact_id = ${contact_id}`
  yield* sql`UPDATE events SET contact_id = NULL, event_data = NULL, idempotency_key = NULL
    WHERE account_id = ${account_id} AND contact_id = ${contact_id}`
  // What waits to be sent finds no contact and is skipped; its body is still a template.
  yield* sql`UPDATE messages SET recipient = NULL, subject = NULL, body = ''
    WHERE account_id = ${account_id} AND contact_id = ${contact_id} AND status NOT IN ('queued', 'held')`
  yield* sql`DELETE FROM webhook_deliveries WHERE account_id = ${account_id} AND contact_id = ${contact_id}`
  yield* sql`DELETE FROM idempotency_keys WHERE account_id = ${account_id} AND contact_id = ${contact_id}`
  yield* sql`DELETE FROM contacts WHERE account_id = ${account_id} AND contact_id = ${contact_id}`
})
