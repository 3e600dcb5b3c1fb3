import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * The day of the account on which a marketing message counts for the contact's frequency cap: set when it is sent, and while it is being sent
 * if the account has a cap. Null in all other rows, so that the index holds sent marketing messages alone.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE messages ADD counted_on date`
  yield* sql`CREATE INDEX messages_counted ON messages (account_id, contact_id, counted_on) WHERE counted_on IS NOT NULL`
})
