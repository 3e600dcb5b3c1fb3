import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** A deleted flow keeps its row, because its runs and messages stay in the history of contacts. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE flows ADD deleted_at timestamptz`
})
