import { assert } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { BigCommerceCalls } from "../../src/outbound/integrations/BigCommerceApi.ts"
import { Products } from "../../src/store/products/Products.ts"
import { onEither } from "../support/database/databases.ts"
import { originLayer } from "../support/http/http.ts"
import { connectShop } from "../support/http/storeCalls.ts"
import {
  bigProductBody,
  bigProductWebhook,
  shopifyLevelBody,
  shopifyProductBody,
  wooProductBody
} from "../support/samples/platformProducts.ts"

const answers = new Map<string, unknown>()

const bigCommerceLayer = Layer.succeed(BigCommerceCalls)((path) =>
  Effect.sync(() => {
    const answer = answers.get(path)
    return answer === undefined ? undefined : new TextEncoder().encode(JSON.stringify(answer))
  })
)

/** A product of the account; undefined for one that is gone or was never there. */
const productOf = Effect.fnUntraced(function* (account_id: string, product_id: string) {
  const found = yield* (yield* Products).get(account_id, product_id)
  return found === undefined || found.removed ? undefined : found
}, Effect.provide(Products.layer))

const stocksOf = (account_id: string, product_id: string) =>
  Effect.map(productOf(account_id, product_id), (product) => product?.variants.map(({ stock }) => stock))

const restockings = Effect.fnUntraced(function* (account_id: string) {
  const sql = yield* SqlClient.SqlClient
  return (yield* sql`SELECT 1 FROM product_changes WHERE account_id = ${account_id} AND restocked IS NOT NULL`).length
})

const oolong = "7700110022003300"
const permutations = <A>(all: ReadonlyArray<A>): ReadonlyArray<ReadonlyArray<A>> =>
  all.length < 2 ? [all] : all.flatMap((one, at) => permutations(all.toSpliced(at, 1)).map((rest) => [one, ...rest]))

onEither(
  "products of connected stores",
  originLayer().pipe(Layer.provide(bigCommerceLayer)),
  (it) => {
    it.effect("of Shopify have their variants, prices, stock and address", () =>
      Effect.gen(function* () {
        const store = yield* connectShop("shopify")
        yield* store.send("products/create", shopifyProductBody(1))
        const product = yield* productOf(store.account_id, oolong)
        assert.isDefined(product)
        const { variants, ...plain } = product
        assert.deepInclude(plain, {
          source: "shopify",
          title: "Oolong, loose",
          url: "https://tea.example/products/oolong-loose",
          image_url: "https://cdn.example/oolong.jpg",
          description: "From the high mountains",
          tags: ["loose", "green", "gift"],
          published: true,
          in_stock: true
        })
        assert.deepInclude(variants[0], {
          id: "8800",
          price: "12.50",
          compare_at_price: "15.00",
          stock: 5,
          currency: null
        })
        // Sold also when there are none.
        assert.deepInclude(variants[1], { id: "8801", stock: null, image_url: "https://cdn.example/oolong-250.jpg" })
        yield* store.send("products/update", shopifyProductBody(2, { status: "draft" }))
        assert.deepInclude(yield* productOf(store.account_id, oolong), { published: false })
        yield* store.send("products/update", shopifyProductBody(1))
        yield* store.send("products/delete", { id: Number(oolong) })
        assert.isUndefined(yield* productOf(store.account_id, oolong))
        yield* store.send("products/update", shopifyProductBody(3))
        assert.isUndefined(yield* productOf(store.account_id, oolong))
        const reasons = (yield* store.deliveries).map(({ status, reason }) => reason ?? status)
        assert.deepStrictEqual(reasons.toSorted(), ["applied", "applied", "applied", "unchanged", "unchanged"])
      })
    )

    it.effect("of Shopify have the sum of their levels, whichever webhook comes first, and are restocked once", () =>
      Effect.gen(function* () {
        const history = [
          ["products/update", shopifyProductBody(2)],
          ["inventory_levels/update", shopifyLevelBody(3, 0)],
          ["inventory_levels/update", shopifyLevelBody(4, 2, 5501)],
          ["inventory_levels/update", shopifyLevelBody(1, 9)]
        ] as const
        for (const order of permutations(history)) {
          const store = yield* connectShop("shopify")
          for (const [topic, body] of order) yield* store.send(topic, body)
          assert.deepStrictEqual(yield* stocksOf(store.account_id, oolong), [2, null], JSON.stringify(order))
        }
        const store = yield* connectShop("shopify")
        for (const [topic, body] of [
          ["products/update", shopifyProductBody(2)],
          ["inventory_levels/update", shopifyLevelBody(3, 0)],
          ["inventory_levels/update", shopifyLevelBody(5, 6)],
          ["inventory_levels/update", shopifyLevelBody(5, 6)],
          ["products/update", shopifyProductBody(6)]
        ] as const)
          yield* store.send(topic, body)
        assert.deepStrictEqual(yield* stocksOf(store.account_id, oolong), [5, null])
        assert.strictEqual(yield* restockings(store.account_id), 1)
      })
    )

    it.effect("of WooCommerce are one variant, gone from the bin on, and back from it", () =>
      Effect.gen(function* () {
        const store = yield* connectShop("woocommerce")
        yield* store.send("product.created", wooProductBody(1))
        assert.deepInclude(yield* productOf(store.account_id, "412"), {
          title: "Clay pot",
          url: "https://tea.example/product/clay-pot/",
          description: "Holds half a litre.",
          product_type: "Pots",
          tags: ["clay"],
          in_stock: true
        })
        const [variant] = (yield* productOf(store.account_id, "412"))?.variants ?? []
        assert.deepInclude(variant, { id: "412", sku: "POT-1", price: "34.90", compare_at_price: "39.90", stock: 3 })
        yield* store.send("product.updated", wooProductBody(2, { manage_stock: false, stock_status: "outofstock" }))
        assert.deepStrictEqual(yield* stocksOf(store.account_id, "412"), [0])
        yield* store.send("product.updated", wooProductBody(3, { manage_stock: false, stock_quantity: null }))
        assert.deepStrictEqual(yield* stocksOf(store.account_id, "412"), [null])
        yield* store.send("product.updated", wooProductBody(4, { id: 413, parent_id: 412, type: "variation" }))
        assert.isUndefined(yield* productOf(store.account_id, "413"))
        yield* store.send("product.deleted", { id: 412 })
        assert.isUndefined(yield* productOf(store.account_id, "412"))
        yield* store.send("product.restored", wooProductBody(4))
        assert.deepStrictEqual(yield* stocksOf(store.account_id, "412"), [3])
        assert.strictEqual(yield* restockings(store.account_id), 1)
      })
    )

    it.effect("of BigCommerce are read by their id, as they are then", () =>
      Effect.gen(function* () {
        const store = yield* connectShop("bigcommerce")
        const path = "abc123/v3/catalog/products/77?include=variants,images"
        answers.set(path, { data: bigProductBody(2) })
        yield* store.send("store/product/created", bigProductWebhook("store/product/created"))
        assert.deepInclude(yield* productOf(store.account_id, "77"), {
          source: "bigcommerce",
          title: "Bamboo whisk",
          url: "https://tea.example/bamboo-whisk/",
          image_url: "https://tea.example/whisk.jpg",
          published: true
        })
        const [first] = (yield* productOf(store.account_id, "77"))?.variants ?? []
        assert.deepInclude(first, { id: "70", title: "80", price: "17.5", compare_at_price: "22", stock: 4 })
        // Its stock alone changed, which moves no time of the product.
        answers.set(path, {
          data: bigProductBody(2, {
            variants: [
              { id: 70, price: 17.5, inventory_level: 4 },
              { id: 71, price: 21, inventory_level: 7 }
            ]
          })
        })
        const inventory = { type: "product", id: 77, inventory: { product_id: 77, method: "absolute", value: 7 } }
        yield* store.send(
          "store/product/inventory/updated",
          bigProductWebhook("store/product/inventory/updated", inventory)
        )
        assert.deepStrictEqual(yield* stocksOf(store.account_id, "77"), [4, 7])
        assert.strictEqual(yield* restockings(store.account_id), 1)
        const sku = { type: "sku", id: 5, sku: { product_id: 77, variant_id: 71 } }
        yield* store.send("store/sku/updated", bigProductWebhook("store/sku/updated", sku))
        answers.delete(path)
        yield* store.send("store/product/deleted", bigProductWebhook("store/product/deleted"))
        assert.isUndefined(yield* productOf(store.account_id, "77"))
        const failed = (yield* store.deliveries).filter(({ status }) => status === "failed")
        assert.deepStrictEqual(failed, [])
      })
    )

    it.effect("that cannot be read are recorded as failed, and leave out what is invalid", () =>
      Effect.gen(function* () {
        const store = yield* connectShop("shopify")
        for (const body of [{}, shopifyProductBody(1, { title: " " }), shopifyProductBody(1, { updated_at: "soon" })])
          yield* store.send("products/update", body)
        yield* store.send("inventory_levels/update", { ...shopifyLevelBody(1, 1), inventory_item_id: "x" })
        assert.deepStrictEqual(
          (yield* store.deliveries).map(({ status }) => status),
          Array(4).fill("failed")
        )
        const variants = [
          { id: 1, price: "-3", inventory_quantity: "many", image_id: 11 },
          { id: 1, price: "2" },
          { id: "no id", price: "2" },
          7
        ]
        const images = [{ id: 11, src: "javascript:1" }]
        yield* store.send(
          "products/update",
          shopifyProductBody(1, { variants, images, image: null, title: "T".repeat(400) })
        )
        const product = yield* productOf(store.account_id, oolong)
        assert.strictEqual(product?.title?.length, 255)
        assert.deepStrictEqual(
          product?.variants.map(({ id, price, image_url }) => [id, price, image_url]),
          [["1", null, null]]
        )
      })
    )
  },
  { excludeTestServices: true }
)
