import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { createWriteFunctions } from "./writeFunctions.ts"

/** What the platform of a connected store reported of an order: its name, statuses, shipments and refunds with the platform's times. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE orders ADD COLUMN platform json`
  yield* sql`ALTER TABLE orders ALTER platform SET STATISTICS 0`
  yield* createWriteFunctions
})
