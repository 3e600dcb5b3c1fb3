import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { createWriteFunctions } from "./writeFunctions.ts"

/** Entries of the consent ledger may carry their evidence, as JSON. The write functions take it with the entries. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE consent_log ADD COLUMN IF NOT EXISTS proof text`
  yield* sql`ALTER TABLE consent_log ALTER COLUMN proof SET STATISTICS 0`
  yield* createWriteFunctions
})
