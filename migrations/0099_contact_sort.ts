import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Contacts by their last order. Contacts without an order come before all others, so that one comparison continues a page. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE INDEX contacts_last_order ON contacts
    (account_id, (coalesce(last_order_at, '-infinity'::timestamptz)), contact_id)`
})
