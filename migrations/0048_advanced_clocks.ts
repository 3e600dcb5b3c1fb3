import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Finds the test accounts whose clocks were advanced, which each claim of due work reads. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE INDEX accounts_advanced ON accounts (account_id, clock_offset) WHERE clock_offset <> 0`
})
