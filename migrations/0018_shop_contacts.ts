import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** The contacts that carts of a connected shop created, which go when the shop asks to be erased. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE shop_contacts (
    account_id text NOT NULL,
    integration_id text NOT NULL,
    contact_id text NOT NULL,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, contact_id, integration_id)
  )`
})
