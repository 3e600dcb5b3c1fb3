import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** How many subaccounts an account may have; indexes by which an order counts active integrations to two, and a user's links are found. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE accounts ADD limit_subaccounts int NOT NULL DEFAULT 100`
  yield* sql`CREATE INDEX integrations_active ON integrations (account_id, integration_id) WHERE active`
  yield* sql`CREATE INDEX setup_links_user ON setup_links (user_id)`
})
