import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Orders by the time they were placed, for lists and for the figures of a day. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE INDEX orders_placed ON orders (account_id, placed_at, order_id)`
})
