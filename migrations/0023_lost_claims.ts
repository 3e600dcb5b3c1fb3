import { Effect } from "effect"
import { SqlClient } from "effect/sql"

// Whether a process ended while it had claimed the row: 0 no, 1 once, 2 once and it is being sent alone since, 3 again.
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE messages ADD COLUMN lost_claims smallint NOT NULL DEFAULT 0`
  yield* sql`ALTER TABLE webhook_deliveries ADD COLUMN lost_claims smallint NOT NULL DEFAULT 0`
})
