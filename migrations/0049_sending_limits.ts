import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * The limits that accounts set on their own sending (null: none), and the messages of each channel that started in the hour of the last
 * claim. Accounts without an hourly limit have no row there.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE accounts ADD messages_per_hour int, ADD warm_up_start int, ADD warm_up_growth int,
    ADD warm_up_started_at timestamptz, ADD frequency_cap int`
  yield* sql`CREATE TABLE sending_hours (
    account_id text NOT NULL,
    channel text NOT NULL CHECK (channel IN ('email', 'sms')),
    hour timestamptz NOT NULL,
    count int NOT NULL,
    PRIMARY KEY (account_id, channel)
  )`
})
