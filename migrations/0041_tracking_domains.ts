import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** The hosts of accounts for the links of their mail. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // `due_at`: when it is checked again. `failures`: checks in a row that found a fault.
  yield* sql`CREATE TABLE tracking_domains (
    host text PRIMARY KEY,
    account_id text NOT NULL UNIQUE,
    status text NOT NULL,
    fault text,
    failures integer NOT NULL,
    checked_at timestamptz,
    due_at timestamptz NOT NULL
  )`
  yield* sql`CREATE INDEX tracking_domains_due ON tracking_domains (due_at)`
  // The host while it works. Messages are read with their sender on the account's node, which does not have the table above.
  yield* sql`ALTER TABLE senders ADD tracking_host text`
})
