import { ConfigProvider, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { CountProducts } from "../../src/programs/products/CountProducts.ts"
import { ClientLayer } from "../../src/store/database/Database.ts"
import { ProductCounts } from "../../src/store/products/ProductCounts.ts"
import type { Databases } from "./databases.ts"
import { table } from "./figures.ts"
import { backendsOf, usageOf } from "./usage.ts"

const account_id = "acc_00000000000000000000000001"
const products = 2_000

// Two to five products an order, few of them in most orders, over a year.
const generate = Effect.fnUntraced(function* (orders: number) {
  const sql = yield* SqlClient.SqlClient
  yield* sql.withTransaction(
    Effect.gen(function* () {
      yield* sql`SET LOCAL statement_timeout = 0`
      yield* sql`INSERT INTO products (account_id, product_id, product_key, source, removed, title, published, variants, in_stock, changed_at,
          changed_rank, created_at, written_at)
        SELECT ${account_id}, n::text, 'prd_' || n, 'api', false, 'Product ' || n, true, '[]', true, now(), '', now(), now()
        FROM generate_series(0, ${products - 1}::int) n`
      yield* sql`INSERT INTO orders (account_id, order_id, total, currency, placed_at, line_items, deliveries, created_at, updated_at)
        SELECT ${account_id}, n, 10, 'USD', at, (SELECT json_agg(json_build_object('product_id',
            (${products}::int * (hashint4extended(n::int, item) & 1048575)::float8 ^ 2 / 1048576::float8 ^ 2)::int % ${products}::int,
            'sku', 'SKU-' || item, 'title', 'Product', 'quantity', 1, 'price', 10)) FROM generate_series(0, 1 + n % 4) item), 0, at, at
        FROM generate_series(1, ${orders}::int) n
        CROSS JOIN LATERAL (SELECT now() - interval '1 minute' * (1 + n::bigint * 7919 % 518400) AS at) times`
    })
  )
  const connection = yield* sql.reserve
  yield* connection.executeUnprepared("SET statement_timeout = 0", [], undefined)
  for (const name of ["products", "orders"])
    yield* connection.executeUnprepared(`VACUUM ANALYZE ${name}`, [], undefined)
}, Effect.scoped)

/** Counts best sellers and pairs of one account with so many orders in a year, as the service does in the background: seconds. */
export const benchPairs = async (databases: Databases, orders: number): Promise<Record<string, unknown>> => {
  const made = await databases.create("pairs")
  const settings = ConfigProvider.layer(ConfigProvider.fromUnknown({ DATABASE_URL: made.url }))
  const programs = CountProducts.layer.pipe(Layer.provide(ProductCounts.layer))
  const counted = Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* generate(orders)
    const used = () => usageOf(backendsOf(made.name)).cpu
    const [began, before] = [performance.now(), used()]
    yield* (yield* CountProducts).count
    const [seconds, cpu] = [(performance.now() - began) / 1_000, used() - before]
    const [row] = yield* sql<{ readonly pairs: number }>`
      SELECT coalesce(sum(cardinality(others)), 0)::int AS pairs FROM product_pairs WHERE account_id = ${account_id}`
    return { seconds, cpu, pairs: row?.pairs ?? 0 }
  })
  const { seconds, cpu, pairs } = await Effect.runPromise(
    counted.pipe(Effect.provide(programs), Effect.provide(ClientLayer), Effect.provide(settings))
  )
  if (pairs === 0) throw new Error("No pairs were counted")
  table(
    [`products bought together, ${orders} orders`, "seconds", "CPU seconds"],
    [[`${pairs} pairs kept`, seconds.toFixed(1), cpu.toFixed(1)]]
  )
  return { pairs: { orders, seconds, cpu }, ratios: { "pairs seconds": seconds } }
}
