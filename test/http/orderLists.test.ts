import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { ownerBrowser } from "../support/browser/dashboard.ts"
import { seedToken } from "../support/database/seed.ts"
import { connectShop } from "../support/http/storeCalls.ts"
import { shopifyOrder } from "../support/samples/shopifyWebhooks.ts"
import { onEitherOverSocket, Origin, post } from "../support/http/http.ts"

const orderOf = (order_id: number | string, email: string, more: object = {}) => ({
  order_id,
  email,
  total: 10,
  currency: "USD",
  order_date: `2026-11-${String(Number(order_id) % 28).padStart(2, "0")}T12:00:00Z`,
  ...more
})

/** An owner's account with orders, and the ids that a query of its list finds. */
const shop = Effect.fnUntraced(function* (name: string) {
  const { call, account } = yield* ownerBrowser(name)
  const token = yield* seedToken(account, { scopes: ["orders_write"] })
  const made = yield* call("POST", `/accounts/${account}/integrations`, {
    store_name: "Tea",
    store_url: "https://tea.example"
  })
  // With a second store, an order without a token belongs to neither.
  yield* call("POST", `/accounts/${account}/integrations`, { store_name: "Mugs", store_url: "https://mugs.example" })
  const origin = yield* Origin
  const place = (body: object, headers: Record<string, string> = {}) =>
    post(`${origin}/v1/orders/placed`, token, body, headers)
  yield* place(orderOf(101, "ada.lovelace@example.com", { financial_status: "paid" }))
  yield* place(
    orderOf(102, "grace@example.com", { financial_status: "refunded", shipping_address: { name: "Grace Hopper" } })
  )
  yield* place(orderOf(103, "grace@example.com", { financial_status: "paid", shipment_status: "delivered" }), {
    "x-service-integration-token": made.json.data.token
  })
  const find = (query: string) =>
    Effect.map(call("GET", `/accounts/${account}/orders?${query}`), ({ json }) => [
      json.pagination.total_count,
      ...json.data.map(({ id }: { id: string }) => id)
    ])
  return { call, account, find, store: String(made.json.data.id) }
})

onEitherOverSocket("the list of orders", (it) => {
  it.effect("is searched by number, e-mail and name of the buyer", () =>
    Effect.gen(function* () {
      const { find } = yield* shop("order-searcher")
      assert.deepStrictEqual(yield* find("search=102"), [1, "102"])
      assert.deepStrictEqual(yield* find("search=%23103"), [1, "103"])
      assert.deepStrictEqual(yield* find("search=lovelace"), [1, "101"])
      assert.deepStrictEqual(yield* find("search=grace%40example.com"), [2, "103", "102"])
      assert.deepStrictEqual(yield* find("search=hopper"), [2, "103", "102"])
      assert.deepStrictEqual(yield* find("search=99999999999999999999"), [0])
      assert.deepStrictEqual(yield* find("search=%20"), [3, "103", "102", "101"])
      const other = yield* shop("other-order-searcher")
      assert.deepStrictEqual(yield* other.find("search=lovelace"), [1, "101"])
    })
  )

  it.effect("is searched by the name that a connected store shows, with or without its #", () =>
    Effect.gen(function* () {
      const { account, find } = yield* shop("order-namer")
      const store = yield* connectShop("shopify", { account_id: account })
      const named = (id: number, name: string) =>
        shopifyOrder(1, { id, name, admin_graphql_api_id: `gid://shopify/Order/${id}` })
      assert.strictEqual((yield* store.send("orders/create", named(820001, "#A-1008"))).status, 200)
      assert.strictEqual((yield* store.send("orders/create", named(820002, "#A-1009"))).status, 200)
      assert.deepStrictEqual(yield* find("search=%23A-1008"), [1, "820001"])
      assert.deepStrictEqual(yield* find("search=a-1009"), [1, "820002"])
      assert.deepStrictEqual(yield* find("search=A-100"), [0])
      const other = yield* shop("other-order-namer")
      assert.deepStrictEqual(yield* other.find("search=A-1008"), [0])
    })
  )

  it.effect("is filtered by statuses, dates and store, alone and together with a search", () =>
    Effect.gen(function* () {
      const { find, call, account, store } = yield* shop("order-filterer")
      assert.deepStrictEqual(yield* find("financial_status=paid"), [2, "103", "101"])
      assert.deepStrictEqual(yield* find("shipment_status=delivered"), [1, "103"])
      assert.deepStrictEqual(yield* find("placed_since=2026-11-18T12:00:00Z"), [2, "103", "102"])
      assert.deepStrictEqual(yield* find("placed_until=2026-11-18T12:00:00Z"), [1, "101"])
      assert.deepStrictEqual(yield* find(`integration_id=${store}`), [1, "103"])
      assert.deepStrictEqual(yield* find("search=grace&financial_status=refunded"), [1, "102"])
      const first = (yield* call("GET", `/accounts/${account}/orders?search=grace&per_page=1`)).json
      assert.deepStrictEqual(yield* find(`search=grace&per_page=1&cursor=${first.pagination.next_cursor}`), [2, "102"])
      const { status } = yield* call("GET", `/accounts/${account}/orders?financial_status=free`)
      assert.strictEqual(status, 422)
    })
  )
})
