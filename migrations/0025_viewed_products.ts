import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Products that contacts looked at and left, which start flows. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // `known_at`: when the view was known with its contact, where that is later than the view; null for others, and for those of the previous version.
  yield* sql`ALTER TABLE product_views ADD known_at timestamptz`
  yield* sql`CREATE INDEX product_views_viewed ON product_views (account_id, viewed_at) WHERE contact_id IS NOT NULL`
  // A contact may have viewed one product very often, or very many products.
  yield* sql`CREATE INDEX product_views_looked ON product_views (account_id, contact_id, product_id, viewed_at) WHERE contact_id IS NOT NULL`
  yield* sql`CREATE INDEX product_views_known ON product_views (account_id, known_at) WHERE contact_id IS NOT NULL AND known_at IS NOT NULL`
  yield* sql`CREATE INDEX flows_views ON flows (checked_until) WHERE status = 'active' AND trigger_type = 'product_viewed'`
})
