import { assert } from "@effect/vitest"
import { Clock, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { countLimits } from "../../src/domain/products/productCounts.ts"
import { CountProducts } from "../../src/programs/products/CountProducts.ts"
import { ProductCounts } from "../../src/store/products/ProductCounts.ts"
import { onBoth } from "../support/database/databases.ts"
import { seedAccount } from "../support/database/seed.ts"
import { seedSelling, seedSold } from "../support/samples/soldOrders.ts"

const PartsLayer = CountProducts.layer.pipe(Layer.provideMerge(ProductCounts.layer))

const counted = Effect.fnUntraced(function* (account_id: string) {
  const sql = yield* SqlClient.SqlClient
  yield* (yield* CountProducts).count
  const [row] = yield* sql<{
    readonly best_sellers: ReadonlyArray<string>
  }>`SELECT best_sellers FROM product_counts WHERE account_id = ${account_id}`
  const pairs = yield* sql<{ readonly product_id: string; readonly others: ReadonlyArray<string> }>`
    SELECT product_id, others FROM product_pairs WHERE account_id = ${account_id} ORDER BY product_id`
  return { best: row?.best_sellers, pairs: pairs.map(({ product_id, others }) => [product_id, others]) }
})

const times = (count: number, products: ReadonlyArray<string | number>, daysAgo = 1) =>
  Array.from({ length: count }, () => ({ products, daysAgo }))

onBoth("counted products", PartsLayer, (it) => {
  it.effect("sells best what most orders of the last 30 days have, among the products that are known", () =>
    Effect.gen(function* () {
      const { account_id } = yield* seedAccount()
      const now = yield* Clock.currentTimeMillis
      yield* seedSelling(account_id, ["1", "2", "3", "4"])
      yield* seedSelling(account_id, ["6"], { removed: true })
      yield* seedSold(account_id, now, 1, [
        ...times(3, [2, 2, 2]),
        ...times(4, [1, 5, 6]),
        ...times(9, [3], 31),
        { products: [4], daysAgo: 2 },
        { products: [4, 3], daysAgo: 2, financial_status: "refunded" }
      ])
      assert.deepStrictEqual((yield* counted(account_id)).best, ["1", "2", "4"])
    })
  )

  it.effect("pairs what at least five orders of a year have in common, most often first, both ways", () =>
    Effect.gen(function* () {
      const { account_id } = yield* seedAccount()
      const other = yield* seedAccount()
      const now = yield* Clock.currentTimeMillis
      yield* seedSelling(account_id, ["1", "2", "3", "4", "A"])
      yield* seedSelling(other.account_id, ["1"])
      yield* seedSold(account_id, now, 1, [
        ...times(5, [1, 2, 2], 200),
        ...times(6, [3, 1], 20),
        ...times(4, [2, 3]),
        ...times(9, [4, 1], 366),
        ...times(5, ["A", 4]),
        ...times(9, [...Array(countLimits.basket + 1).keys()])
      ])
      assert.deepStrictEqual((yield* counted(account_id)).pairs, [
        ["1", ["3", "2"]],
        ["2", ["1"]],
        ["3", ["1"]],
        ["4", ["A"]],
        ["A", ["4"]]
      ])
      assert.deepStrictEqual((yield* counted(other.account_id)).pairs, [])
    })
  )

  it.effect("keeps the 20 best pairs of a product and the 200 best sellers", () =>
    Effect.gen(function* () {
      const { account_id } = yield* seedAccount()
      const now = yield* Clock.currentTimeMillis
      const ids = Array.from({ length: 210 }, (_, at) => at + 1)
      yield* seedSelling(account_id, ids.map(String))
      yield* seedSold(account_id, now, 1, [
        ...ids.flatMap((id) => times(1, [id])),
        ...ids.slice(0, 30).flatMap((id) => times(5, [id, 99]))
      ])
      const { best, pairs } = yield* counted(account_id)
      assert.strictEqual(best?.length, countLimits.bestSellers)
      assert.strictEqual(pairs.find(([id]) => id === "99")?.[1]?.length, countLimits.pairs)
    })
  )

  it.effect("counts again an hour later where orders came, and drops what has run out a day later", () =>
    Effect.gen(function* () {
      const { account_id } = yield* seedAccount()
      const now = yield* Clock.currentTimeMillis
      yield* seedSelling(account_id, ["1", "2"])
      yield* seedSold(account_id, now, 1, times(5, [1, 2], 29.5))
      assert.deepStrictEqual((yield* counted(account_id)).best, ["1", "2"])
      yield* seedSold(account_id, now, 100, times(1, [2], 0))
      yield* TestClock.adjust("59 minutes")
      assert.deepStrictEqual((yield* counted(account_id)).best, ["1", "2"])
      yield* TestClock.adjust("2 minutes")
      yield* seedSold(account_id, now + 1_800_000, 200, times(1, [2], 0))
      assert.deepStrictEqual((yield* counted(account_id)).best, ["2", "1"])
      yield* TestClock.adjust("25 hours")
      assert.deepStrictEqual((yield* counted(account_id)).best, ["2"])
      yield* TestClock.adjust("365 days")
      assert.deepStrictEqual(yield* counted(account_id), { best: [], pairs: [] })
    })
  )

  it.effect("is done by one process at a time", () =>
    Effect.gen(function* () {
      const { account_id } = yield* seedAccount()
      const now = yield* Clock.currentTimeMillis
      yield* seedSelling(account_id, ["1"])
      const counts = yield* ProductCounts
      const due = (yield* counts.due(now)).find((account) => account.account_id === account_id)
      assert.isDefined(due)
      if (due === undefined) return
      assert.isDefined(yield* counts.claim(due, now + 1))
      assert.isUndefined(yield* counts.claim(due, now + 1))
    })
  )
})
