import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * The limits that accounts set on their own sending (null: none), and the e-mails and texts that started in the hour of the last claim. The
 * row is also the lock under which a limited account's messages are claimed; accounts without limits have none.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE accounts ADD messages_per_hour int, ADD warm_up_start int, ADD warm_up_growth int,
    ADD warm_up_started_at timestamptz, ADD frequency_cap int`
  yield* sql`CREATE TABLE sending_hours (
    account_id text PRIMARY KEY,
    hour timestamptz NOT NULL,
    emails int NOT NULL DEFAULT 0,
    texts int NOT NULL DEFAULT 0
  )`
})
