import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Until when a contact has paused marketing messages; null without a pause. Added without a rewrite of the table. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE contacts ADD COLUMN IF NOT EXISTS paused_until timestamptz`
  yield* sql`ALTER TABLE contacts ALTER COLUMN paused_until SET STATISTICS 0`
})
