import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { decideLevels } from "../../src/domain/products/decideProduct.ts"
import { decideProducts } from "../../src/domain/products/decideProducts.ts"
import type { Product, PutProduct, Variant } from "../../src/domain/products/Product.ts"
import type { ProductChange } from "../../src/domain/products/productChanges.ts"
import { isLaterLevel, type StockLevel } from "../../src/domain/products/productLevels.ts"
import { quickOrFull, seededRandom } from "../support/runner/runs.ts"
import { productReport as report, variant } from "../support/samples/products.ts"

const minute = 60_000
const histories = quickOrFull(500, 10_000)

type Arrival =
  | { readonly type: "product"; readonly report: PutProduct }
  | { readonly type: "level"; readonly level: StockLevel }

/** The catalog as the pure decisions leave it, after reports in the order of their arrival. */
const catalog = (room = 1_000) => {
  const products = new Map<string, Product>()
  const levels = new Map<string, StockLevel>()
  const changes: Array<ProductChange> = []
  const itemsOf = (variants: ReadonlyArray<Variant>) =>
    new Set(variants.flatMap(({ inventory_item_id }) => inventory_item_id ?? []))
  const levelsOf = (variants: ReadonlyArray<Variant>) => {
    const items = itemsOf(variants)
    return [...levels.values()].filter(({ item_id }) => items.has(item_id))
  }
  return {
    changes,
    arrive: (arrival: Arrival, now = 0) => {
      if (arrival.type === "product") {
        const all = [...levels.values()]
        const batch = decideProducts(now, [arrival.report], { products: [...products.values()], levels: all, room })
        batch.products.forEach((product) => products.set(product.product_id, product))
        changes.push(...batch.changes)
        return batch.results[0]
      }
      const { level } = arrival
      const key = `${level.item_id}|${level.location_id}`
      if (!isLaterLevel(level, levels.get(key))) return undefined
      levels.set(key, level)
      for (const product of products.values()) {
        if (!itemsOf(product.variants).has(level.item_id)) continue
        const decision = decideLevels(now, level.at, product, levelsOf(product.variants))
        if (decision === undefined) continue
        products.set(product.product_id, decision.product)
        if (decision.change !== undefined) changes.push(decision.change)
      }
      return undefined
    },
    /** Everything that callers see. */
    seen: () =>
      [...products.values()]
        .map((product) => {
          const { restocks: _, created_at: __, written_at: ___, ...seen } = product
          return seen
        })
        .toSorted((one, other) => (one.product_id < other.product_id ? -1 : 1)),
    product: (product_id: string) => products.get(product_id)
  }
}

/** Reports of two products of a platform: replaced, removed and brought back, also at one moment, and levels of their items at two locations. */
const history = (seed: number): ReadonlyArray<Arrival> => {
  const random = seededRandom(seed)
  const below = (count: number) => Math.floor(random() * count)
  return Array.from({ length: 4 + below(9) }, (): Arrival => {
    const at = below(12) * minute
    const product = `p${below(2)}`
    if (random() < 0.35) {
      const level = { account_id: "acc_1", item_id: `${product}-i${below(2)}`, location_id: `l${below(2)}` }
      return { type: "level", level: { ...level, available: below(4) - 1, at } }
    }
    const variants = Array.from({ length: below(3) }, (_, index) =>
      variant(`v${index}`, {
        stock: below(4) === 0 ? null : below(3),
        price: String(8 + below(4)),
        inventory_item_id: `${product}-i${index}`
      })
    )
    return {
      type: "product",
      report: report(product, at, random() < 0.2 ? null : variants, { source: "shopify" })
    }
  })
}

const after = (arrivals: ReadonlyArray<Arrival>) => {
  const shop = catalog()
  arrivals.forEach((arrival) => shop.arrive(arrival))
  return shop.seen()
}

const shuffled = (arrivals: ReadonlyArray<Arrival>, seed: number) => {
  const random = seededRandom(seed)
  return arrivals
    .map((arrival) => ({ arrival, at: random() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ arrival }) => arrival)
}

describe("reports of products and stock", () => {
  it("end in the same way whatever the order in which they arrive, also repeated", () => {
    for (let seed = 0; seed < histories; seed++) {
      const arrivals = history(seed)
      const expected = after(arrivals)
      for (let round = 1; round <= 3; round++)
        assert.deepStrictEqual(after(shuffled(arrivals, seed * 7 + round)), expected, `history ${seed}`)
      assert.deepStrictEqual(after([...arrivals, ...shuffled(arrivals, seed)]), expected, `history ${seed}, repeated`)
    }
  })

  it("change nothing where they are older", () => {
    for (let seed = 0; seed < histories; seed++) {
      const random = seededRandom(seed)
      const shop = catalog()
      history(seed).forEach((arrival) => shop.arrive(arrival))
      for (const product of shop.seen()) {
        const older = report(product.product_id, product.changed_at - 1 - Math.floor(random() * 1_000), [variant("v0")])
        const before = [shop.seen(), shop.changes.length]
        const result = shop.arrive({ type: "product", report: older })
        assert.isTrue(result !== undefined && Result.isSuccess(result) && !result.success.changed)
        assert.deepStrictEqual([shop.seen(), shop.changes.length], before)
      }
    }
  })

  it("in a batch do what they do one after the other", () => {
    for (let seed = 0; seed < histories; seed++) {
      const reports = history(seed).flatMap((arrival) => (arrival.type === "product" ? [arrival.report] : []))
      const shop = catalog()
      const single = reports.flatMap((one) => shop.arrive({ type: "product", report: one }) ?? [])
      const batch = decideProducts(0, reports, { products: [], levels: [], room: 1_000 })
      assert.deepStrictEqual(batch.results, single)
      const ordered = batch.products.toSorted((one, other) => (one.product_id < other.product_id ? -1 : 1))
      assert.deepStrictEqual(
        ordered,
        shop.seen().map(({ product_id }) => shop.product(product_id))
      )
    }
  })

  it("make no more products than the account may have, counted within a batch", () => {
    const reports = ["a", "b", "c"].map((id) => report(id, 1, []))
    const removal = report("a", 2, null)
    const { results } = decideProducts(0, [...reports, removal, report("c", 3, [])], {
      products: [],
      levels: [],
      room: 2
    })
    assert.deepStrictEqual(results.map(Result.isSuccess), [true, true, false, true, true])
  })
})

describe("a variant", () => {
  const changesOf = (...states: ReadonlyArray<readonly [minutes: number, variant: Partial<Variant>]>) => {
    const shop = catalog()
    for (const [minutes, members] of states)
      shop.arrive({ type: "product", report: report("p", minutes * minute, [variant("v", members)]) })
    return shop.changes
  }
  const restockings = (...stocks: ReadonlyArray<readonly [minutes: number, stock: number | null]>) =>
    changesOf(...stocks.map(([minutes, stock]) => [minutes, { stock }] as const))
      .filter(({ restocked }) => restocked.length > 0)
      .map(({ happened_at }) => happened_at / minute)

  it("is restocked once when it comes back, and again after it was away", () => {
    assert.deepStrictEqual(restockings([0, 0], [5, 3], [6, 4], [60, 0], [90, 1]), [5, 90])
    assert.deepStrictEqual(restockings([0, -1], [5, null]), [5])
    assert.deepStrictEqual(restockings([0, 5], [5, 6]), [])
  })

  it("that flaps within ten minutes is restocked once, for as long as it flaps", () => {
    assert.deepStrictEqual(restockings([0, 0], [5, 3], [6, 0], [9, 1], [12, 0], [18, 2], [20, 0], [27, 1]), [5])
    assert.deepStrictEqual(restockings([0, 0], [5, 3], [6, 0], [15, 1]), [5, 15])
  })

  it("that is new, or new again after a removal, is not restocked", () => {
    const shop = catalog()
    const arrive = (at: number, variants: ReadonlyArray<Variant> | null) =>
      shop.arrive({ type: "product", report: report("p", at * minute, variants) })
    arrive(0, [variant("a", { stock: 0 })])
    arrive(1, [variant("a", { stock: 0 }), variant("b", { stock: 4 })])
    arrive(2, null)
    arrive(3, [variant("a", { stock: 4 })])
    assert.deepStrictEqual(shop.changes, [])
  })

  it("has become cheaper by its exact price in its own currency", () => {
    const drops = (...states: ReadonlyArray<Partial<Variant>>) =>
      changesOf(...states.map((state, at) => [at, state] as const)).flatMap(({ price_drops }) => price_drops)
    assert.deepStrictEqual(drops({ price: "10" }, { price: "9.999999999999999999" }), [
      { variant_id: "v", from: "10", to: "9.999999999999999999", currency: "USD" }
    ])
    assert.deepStrictEqual(drops({ price: "9.9" }, { price: "10" }, { price: null }, { price: "1" }), [])
    assert.deepStrictEqual(drops({ price: "10" }, { price: "9", currency: "EUR" }), [])
  })

  it("has the sum of its levels once one is later than the product, and the product's own figure otherwise", () => {
    const level = (location_id: string, available: number, at: number): Arrival => ({
      type: "level",
      level: { account_id: "acc_1", item_id: "i", location_id, available, at }
    })
    const product = (at: number, stock: number | null): Arrival => ({
      type: "product",
      report: report("p", at, [variant("v", { stock, inventory_item_id: "i" })], { source: "shopify" })
    })
    const stock = (...arrivals: ReadonlyArray<Arrival>) => after(arrivals)[0]?.variants[0]?.stock
    assert.strictEqual(stock(product(10, 5), level("a", 2, 11)), 2)
    assert.strictEqual(stock(product(10, 5), level("a", 2, 11), level("b", 3, 12)), 5)
    assert.strictEqual(stock(product(10, 5), level("a", 2, 10)), 5)
    assert.strictEqual(stock(level("a", 2, 11), product(10, 5)), 2)
    assert.strictEqual(stock(product(10, null), level("a", 0, 11)), null)
  })
})
