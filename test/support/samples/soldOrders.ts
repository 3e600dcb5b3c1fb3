import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** An order of products, `daysAgo` before the time on the test clock. */
export interface SoldOrder {
  readonly products: ReadonlyArray<string | number>
  readonly daysAgo: number
  readonly contact_id?: string
  readonly financial_status?: string
}

/** Stores orders with the products as items, under ids from `first`. */
export const seedSold = Effect.fnUntraced(function* (
  account_id: string,
  now: number,
  first: number,
  orders: ReadonlyArray<SoldOrder>
) {
  const sql = yield* SqlClient.SqlClient
  const rows = orders.map(({ products, daysAgo, contact_id = null, financial_status = null }, at) => ({
    order_id: first + at,
    contact_id,
    financial_status,
    placed_at: new Date(now - daysAgo * 86_400_000).toISOString(),
    line_items: products.map((product_id) => ({ product_id, quantity: 1, price: 5 }))
  }))
  yield* sql`INSERT INTO orders (account_id, order_id, contact_id, total, currency, placed_at, financial_status, line_items, deliveries,
      created_at, updated_at)
    SELECT ${account_id}, order_id, contact_id, 5, 'USD', placed_at, financial_status, line_items, 1, placed_at, placed_at
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS r (order_id bigint, contact_id text, placed_at timestamptz,
      financial_status text, line_items json)`
})

/** Stores products by their ids, in stock and published unless the options say otherwise. */
export const seedSelling = Effect.fnUntraced(function* (
  account_id: string,
  product_ids: ReadonlyArray<string>,
  options: { readonly in_stock?: boolean; readonly published?: boolean; readonly removed?: boolean } = {}
) {
  const sql = yield* SqlClient.SqlClient
  const { in_stock = true, published = true, removed = false } = options
  const rows = product_ids.map((product_id) => ({
    product_id,
    variants: [{ id: "1", price: "9.5", compare_at_price: null, currency: "USD", stock: in_stock ? 3 : 0 }]
  }))
  yield* sql`INSERT INTO products (account_id, product_id, product_key, source, removed, title, url, image_url, published, variants, in_stock,
      changed_at, changed_rank, created_at, written_at)
    SELECT ${account_id}, product_id, 'prd_' || product_id, 'api', ${removed}, 'Product ' || product_id,
      'https://tea.example/p/' || product_id, 'https://tea.example/i/' || product_id || '.png', ${published}, variants, ${in_stock}, at, '', at, at
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS r (product_id text, variants json), (SELECT now() AS at) now`
})
