import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Messages in several languages, with blocks that not everybody sees. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // What a waiting message has beside the templates in `subject` and `body`; null for nothing. Those of campaigns are in `campaigns.variants`.
  yield* sql`ALTER TABLE messages ADD contents json`
  yield* sql`ALTER TABLE messages ALTER contents SET STATISTICS 0`
})
