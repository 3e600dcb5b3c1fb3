import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** How many test mails an account has sent, and since when. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE senders ADD tests_since timestamptz, ADD tests int NOT NULL DEFAULT 0`
})
