import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** What the site reported in the last days. The functions of the database are created again after it. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE INDEX product_views_reported ON product_views (account_id, viewed_at)`
  yield* sql`CREATE INDEX carts_of_site ON carts (account_id, changed_at) WHERE source = 'site'`
  yield* sql`CREATE INDEX visitors_seen ON visitors (account_id, seen_at)`
})
