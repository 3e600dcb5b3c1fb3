import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Products of shops with their variants and stock, what changed of them, and the stock that platforms report by itself. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // `product_id`: the caller's, or the platform's. `product_key` orders products that changed at the same moment. A product that was removed keeps
  // its row without its fields, so that an older report changes nothing. `restocks`: when variants came back last, within the time of a flap.
  yield* sql`CREATE TABLE products (
    account_id text NOT NULL,
    product_id text NOT NULL,
    product_key text NOT NULL,
    source text NOT NULL,
    removed boolean NOT NULL,
    title text,
    url text,
    image_url text,
    description text,
    vendor text,
    product_type text,
    tags json,
    published boolean NOT NULL,
    variants json,
    in_stock boolean NOT NULL,
    words text,
    restocks json,
    changed_at timestamptz NOT NULL,
    changed_rank text NOT NULL,
    created_at timestamptz NOT NULL,
    written_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, product_id)
  )`
  yield* sql`CREATE INDEX products_changed ON products (account_id, changed_at, product_key) WHERE NOT removed`
  // For the deletion of products that were removed long ago.
  yield* sql`CREATE INDEX products_removed ON products (account_id, written_at) WHERE removed`

  // The restockings and price drops of a product at one moment, for flows that look for them.
  yield* sql`CREATE TABLE product_changes (
    account_id text NOT NULL,
    product_id text NOT NULL,
    happened_at timestamptz NOT NULL,
    restocked json,
    price_drops json,
    written_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, product_id, happened_at)
  )`
  yield* sql`CREATE INDEX product_changes_written ON product_changes (account_id, written_at)`

  // A platform reports the stock of an inventory item at each location, and not whose variant it is.
  yield* sql`CREATE TABLE product_levels (
    account_id text NOT NULL,
    item_id text NOT NULL,
    location_id text NOT NULL,
    available int NOT NULL,
    at timestamptz NOT NULL,
    PRIMARY KEY (account_id, item_id, location_id)
  )`
  yield* sql`CREATE INDEX product_levels_at ON product_levels (account_id, at)`
  yield* sql`CREATE TABLE product_items (
    account_id text NOT NULL,
    item_id text NOT NULL,
    product_id text NOT NULL,
    PRIMARY KEY (account_id, item_id, product_id)
  )`
  yield* sql`CREATE INDEX product_items_product ON product_items (account_id, product_id)`
})
