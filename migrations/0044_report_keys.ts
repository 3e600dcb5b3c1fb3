import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** The keys by which an account checks the signatures of its providers' reports, encrypted; of Amazon SNS, the topic. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE report_keys (
    account_id text NOT NULL,
    provider text NOT NULL,
    encrypted_key text NOT NULL,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, provider)
  )`
})
