import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * `hold_orders` keeps one plan. A connection from the time when tables were empty remembers for how little plans were had then,
 * and would plan each call anew once they have grown, which takes as long as five calls.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER FUNCTION hold_orders(text[], json, text[]) SET plan_cache_mode = force_generic_plan`
})
