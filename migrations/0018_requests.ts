import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * The calls that programs made, without anything they sent, and how many there were a day. An entry's id holds its time:
 * milliseconds, then 20 bits that tell calls of one millisecond apart. So one key finds, orders and clears away.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE request_log (
    account_id text NOT NULL,
    entry_id bigint NOT NULL,
    duration_ms int NOT NULL,
    calls int NOT NULL,
    status smallint NOT NULL,
    request_id text NOT NULL,
    caller_id text NOT NULL,
    subaccount_id text,
    endpoint text NOT NULL,
    error_code text,
    fields text[],
    client text,
    PRIMARY KEY (account_id, entry_id)
  )`
  // Counted up every second while calls come in.
  yield* sql`CREATE TABLE request_days (
    account_id text NOT NULL,
    day date NOT NULL,
    caller_id text NOT NULL,
    endpoint text NOT NULL,
    calls bigint NOT NULL,
    limited bigint NOT NULL,
    last_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, day, caller_id, endpoint)
  ) WITH (fillfactor = 50)`
})
