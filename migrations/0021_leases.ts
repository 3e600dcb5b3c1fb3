import { Effect } from "effect"
import { SqlClient } from "effect/sql"

// Until when a process holds what it sends, by the database's clock: when it is due is another matter, on the account's.
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE messages ADD COLUMN claimed_until timestamptz`
  yield* sql`ALTER TABLE webhook_deliveries ADD COLUMN claimed_until timestamptz`
})
