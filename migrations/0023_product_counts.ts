import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** What the orders of an account tell of its products, counted in the background, and the products that messages showed. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // `best_sellers`: ids of products, the best first. `due_at`, `counted_at`: times of the account's clock.
  yield* sql`CREATE TABLE product_counts (
    account_id text PRIMARY KEY,
    best_sellers text[] NOT NULL,
    counted_at timestamptz,
    due_at timestamptz NOT NULL
  )`
  // `others`: the products that were bought together with it, most often first.
  yield* sql`CREATE TABLE product_pairs (
    account_id text NOT NULL,
    product_id text NOT NULL,
    others text[] NOT NULL,
    counted_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, product_id)
  )`

  yield* sql`CREATE INDEX products_offered ON products (account_id, created_at, product_id)
    WHERE NOT removed AND published AND in_stock`

  // The products that the sent message shows; null for messages without any.
  yield* sql`ALTER TABLE messages ADD products text[]`
  yield* sql`ALTER TABLE messages ALTER products SET STATISTICS 0`
})
