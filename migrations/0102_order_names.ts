import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Merchants look for an order by the name that their store shows, such as `#1001`. Orders of the API have none and are not in the index. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE INDEX orders_name ON orders (account_id, left(lower(ltrim(readable_json(platform) ->> 'name', '#')), 100))
    WHERE platform IS NOT NULL`
})
