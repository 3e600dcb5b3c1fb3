import { assert } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Carts } from "../../src/store/carts/Carts.ts"
import { SuppressionList } from "../../src/store/contacts/SuppressionList.ts"
import { cartStatus } from "../../src/domain/carts/cartEnd.ts"
import { endingOrder } from "../../src/domain/carts/cartJson.ts"
import { BigCommerceCalls } from "../../src/outbound/integrations/BigCommerceApi.ts"
import { onEither } from "../support/database/databases.ts"
import { originLayer } from "../support/http/http.ts"
import { connectShop } from "../support/http/storeCalls.ts"
import { bigCartBody, bigCartWebhook, shopifyCartBody, shopifyCheckoutBody } from "../support/samples/platformCarts.ts"
import { hour, shopifyOrder } from "../support/samples/shopifyWebhooks.ts"
import { bigOrder } from "../support/samples/storeWebhooks.ts"

const answers = new Map<string, unknown>()

const bigCommerceLayer = Layer.succeed(BigCommerceCalls)((path) =>
  Effect.sync(() => {
    const answer = answers.get(path)
    return answer === undefined ? undefined : new TextEncoder().encode(JSON.stringify(answer))
  })
)

/** The carts of an account, with what became of each. */
const cartsOf = Effect.fnUntraced(
  function* (account_id: string) {
    const sql = yield* SqlClient.SqlClient
    const ids = yield* sql<{
      cart_id: string
    }>`SELECT cart_id FROM carts WHERE account_id = ${account_id} ORDER BY cart_id`
    const queries = yield* Carts
    return yield* Effect.forEach(ids, ({ cart_id }) =>
      Effect.map(queries.get(account_id, cart_id), (found) => {
        assert.isDefined(found)
        const { cart, contact } = found
        const { stage, total, currency, source, token, url } = cart
        const line_items: ReadonlyArray<unknown> = JSON.parse(cart.line_items ?? "[]")
        const status = cartStatus(cart, found)
        return {
          cart_id,
          stage,
          total,
          currency,
          source,
          token,
          url,
          contact,
          status,
          order: endingOrder(found),
          line_items
        }
      })
    )
  },
  Effect.provide(Carts.layer.pipe(Layer.provide(SuppressionList.layerMemory)))
)

const token = "eeafa272cebfd4b22385bc4b645e762c"
const permutations = <A>(all: ReadonlyArray<A>): ReadonlyArray<ReadonlyArray<A>> =>
  all.length < 2 ? [all] : all.flatMap((one, at) => permutations(all.toSpliced(at, 1)).map((rest) => [one, ...rest]))

onEither(
  "carts of connected stores",
  originLayer().pipe(Layer.provide(bigCommerceLayer)),
  (it) => {
    it.effect("of Shopify are one with their checkout, whichever comes first, and ended by the order's token", () =>
      Effect.gen(function* () {
        const history = [
          { topic: "checkouts/create", body: shopifyCheckoutBody(2) },
          { topic: "carts/update", body: shopifyCartBody(3, { line_items: [] }) },
          // Of another address, and before the cart's last change.
          {
            topic: "orders/create",
            body: shopifyOrder(2, {
              email: "office@example.com",
              contact_email: null,
              customer: null,
              cart_token: `${token}?key=abc`,
              checkout_token: "123123123"
            })
          }
        ]
        for (const order of permutations(history)) {
          const store = yield* connectShop("shopify")
          for (const { topic, body } of order) assert.strictEqual((yield* store.send(topic, body)).status, 200, topic)
          const failed = (yield* store.deliveries).filter(({ status }) => status === "failed" || status === "waiting")
          assert.deepStrictEqual(failed, [])
          const [cart, ...others] = yield* cartsOf(store.account_id)
          assert.deepStrictEqual(others, [])
          assert.deepInclude(cart, { cart_id: token, source: "shopify", stage: "checkout", contact: "ada@example.com" })
          assert.deepInclude(cart, { token: "123123123", status: "ordered", order: 820982911946154508n })
        }
      })
    )

    it.effect("of Shopify have their items, total and way back, and nobody before a checkout", () =>
      Effect.gen(function* () {
        const store = yield* connectShop("shopify")
        yield* store.send("carts/update", shopifyCartBody(1))
        const [anonymous] = yield* cartsOf(store.account_id)
        assert.deepInclude(anonymous, { contact: null, total: "59.97", currency: "USD", stage: "cart", status: "open" })
        assert.deepStrictEqual(anonymous?.line_items, [
          {
            product_id: 78803211967429,
            variant_id: 70491220518828,
            sku: "SHIRT-S",
            title: "T-Shirt - Small",
            quantity: 3,
            price: 19.99
          }
        ])
        yield* store.send("checkouts/update", shopifyCheckoutBody(2))
        const [known] = yield* cartsOf(store.account_id)
        assert.deepInclude(known, { contact: "ada@example.com", total: "65.97", stage: "checkout" })
        assert.match(known?.url ?? "", /^https:\/\/tea\.example\/.*recover\?key=/)
        // Repeated, and outdated.
        yield* store.send("checkouts/update", shopifyCheckoutBody(2))
        yield* store.send("carts/update", shopifyCartBody(1))
        const unchanged = (yield* store.deliveries).filter(({ reason }) => reason === "unchanged")
        assert.deepStrictEqual(unchanged.map(({ topic }) => topic).toSorted(), ["carts/update", "checkouts/update"])
        yield* store.send("checkouts/update", shopifyCheckoutBody(4, { completed_at: hour(4) }))
        assert.deepInclude((yield* cartsOf(store.account_id))[0], { status: "ordered" })
        yield* store.send("checkouts/delete", { id: 981820079255243, cart_token: token })
        yield* store.send("checkouts/create", shopifyCheckoutBody(5, { cart_token: null, token: "direct" }))
        assert.deepStrictEqual(
          (yield* cartsOf(store.account_id)).map(({ cart_id }) => cart_id),
          ["direct", token]
        )
      })
    )

    it.effect("of Shopify make the visitor that the cart names known by the checkout", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const store = yield* connectShop("shopify")
        const { account_id } = store
        const visitor_id = "visitor-of-the-shop"
        yield* sql`INSERT INTO visitors (account_id, visitor_id, views_day, views, created_at, seen_at, expires_at)
          VALUES (${account_id}, ${visitor_id}, now(), 1, now(), now(), now() + interval '30 days')`
        yield* sql`INSERT INTO product_views (account_id, visitor_id, view_id, product_id, viewed_at, expires_at)
          VALUES (${account_id}, ${visitor_id}, 'view-1', 'tea', now(), now() + interval '30 days')`
        const note_attributes = [
          { name: "gift", value: "yes" },
          { name: "tally-visitor", value: visitor_id }
        ]
        for (const at of [2, 3]) yield* store.send("checkouts/update", shopifyCheckoutBody(at, { note_attributes }))
        const owners = yield* sql`SELECT c.email FROM product_views v
          JOIN contacts c ON c.account_id = ${account_id} AND c.contact_id = v.contact_id WHERE v.account_id = ${account_id}`
        assert.deepStrictEqual(owners, [{ email: "ada@example.com" }])
      })
    )

    it.effect("that cannot be read are recorded as failed, and leave secondary members out", () =>
      Effect.gen(function* () {
        const store = yield* connectShop("shopify")
        for (const body of [
          {},
          shopifyCartBody(1, { token: "a b", id: "a b" }),
          shopifyCartBody(1, { updated_at: "soon" })
        ])
          yield* store.send("carts/update", body)
        yield* store.send("checkouts/create", shopifyCheckoutBody(1, { currency: "XXX" }))
        assert.deepStrictEqual(
          (yield* store.deliveries).map(({ status }) => status),
          Array(4).fill("failed")
        )
        yield* store.send(
          "checkouts/create",
          shopifyCheckoutBody(1, { phone: "555-CALL", abandoned_checkout_url: "javascript:1" })
        )
        assert.deepInclude((yield* cartsOf(store.account_id))[0], { contact: "ada@example.com", url: null })
      })
    )

    it.effect("of BigCommerce are read by their id, and ended by the order, its cart id, or a deletion", () =>
      Effect.gen(function* () {
        const store = yield* connectShop("bigcommerce")
        const path = "abc123/v3/carts/09346904-4175-44fd-be53-f7e598531b6c"
        answers.set(path, { data: bigCartBody(2) })
        yield* store.send("store/cart/lineItem/created", {
          ...bigCartWebhook({ type: "cart_line_item", id: "x", cartId: "09346904-4175-44fd-be53-f7e598531b6c" }),
          scope: "store/cart/lineItem/created"
        })
        const [cart] = yield* cartsOf(store.account_id)
        assert.deepInclude(cart, { source: "bigcommerce", contact: "ada@example.com", total: "55.5", status: "open" })
        assert.deepStrictEqual(
          cart?.line_items.map((item) => Reflect.get(Object(item), "price")),
          [22.75, 10]
        )
        answers.delete(path)
        yield* store.send("store/cart/deleted", { ...bigCartWebhook(), scope: "store/cart/deleted" })
        assert.deepInclude((yield* cartsOf(store.account_id))[0], { status: "removed" })
        yield* store.send("store/cart/converted", {
          ...bigCartWebhook({ orderId: 250 }),
          scope: "store/cart/converted"
        })
        assert.deepInclude((yield* cartsOf(store.account_id))[0], { status: "ordered", order: 250n })

        const other = yield* connectShop("bigcommerce")
        answers.set(path, { data: bigCartBody(4, { email: "guest@example.com" }) })
        answers.set("abc123/v2/orders/250", bigOrder(3, { cart_id: "09346904-4175-44fd-be53-f7e598531b6c" }))
        answers.set("abc123/v2/orders/250/products?limit=250&page=1", [])
        yield* other.send("store/order/created", { scope: "store/order/created", data: { type: "order", id: 250 } })
        yield* other.send("store/cart/updated", { ...bigCartWebhook(), scope: "store/cart/updated" })
        assert.deepInclude((yield* cartsOf(other.account_id))[0], { status: "ordered", order: 250n })
        answers.clear()
      })
    )
  },
  { excludeTestServices: true }
)
