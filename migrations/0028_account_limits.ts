import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** How many subaccounts an account may have, and how an order finds out whether there is exactly one active integration. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE accounts ADD limit_subaccounts int NOT NULL DEFAULT 100`
  yield* sql`CREATE INDEX integrations_active ON integrations (account_id, integration_id) WHERE active`
})
