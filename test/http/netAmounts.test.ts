import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { ownerBrowser } from "../support/browser/dashboard.ts"
import { seedToken } from "../support/database/seed.ts"
import { onEitherOverSocket, Origin, post } from "../support/http/http.ts"
import { connectShop } from "../support/http/storeCalls.ts"
import { orderBody } from "../support/samples/orderBody.ts"
import { shopify } from "../support/samples/paidOrders.ts"
import { shopifyHistory, shopifyRefund } from "../support/samples/shopifyWebhooks.ts"
import { wooHistory } from "../support/samples/storeWebhooks.ts"

onEitherOverSocket("a partly refunded order", (it) => {
  it.effect("counts net on the contact's page, in segments and in reports", () =>
    Effect.gen(function* () {
      const { call, account } = yield* ownerBrowser("refunder")
      const path = `/accounts/${account}`
      const [store, woo] = [
        yield* connectShop("shopify", { account_id: account }),
        yield* connectShop("woocommerce", { account_id: account })
      ]
      for (const { topic, body } of shopifyHistory.toReversed()) yield* store.send(topic, body)
      for (const { topic, body } of wooHistory) yield* woo.send(topic, body)
      const [contact] = yield* store.contacts
      const spent = Effect.map(call("GET", `${path}/contacts/${contact?.["contact_id"]}/spending`), ({ json }) =>
        json.data.map((of: Record<string, string>) => [of["currency_code"], of["total_amount"], of["average_amount"]])
      )
      const isSpent = (currency: string, value: number) =>
        Effect.gen(function* () {
          for (const field of ["total_spent", "average_order"]) {
            const conditions = [[{ field: `contact.${field}.${currency}`, op: "eq", value }]]
            const { json } = yield* call("POST", `${path}/segments`, { name: `${field} ${value}`, conditions })
            const counted = yield* call("GET", `${path}/segments/${json.data.id}/count`)
            assert.deepStrictEqual(counted.json.data, { count: 1, counted_at: null }, field)
          }
          const { json } = yield* call("GET", `${path}/activity?days=7`)
          const sales = json.data.sales.find((of: { readonly currency: string }) => of.currency === currency)
          const revenue = sales.revenue.days.reduce((sum: number, amount: string) => sum + Number(amount), 0)
          assert.strictEqual(revenue, value)
        })
      assert.deepStrictEqual((yield* spent).toSorted(), [
        ["EUR", "20.00", "20.00"],
        ["USD", "298.50", "298.50"]
      ])
      yield* isSpent("USD", 298.5)
      yield* isSpent("EUR", 20)

      // Shopify takes the refund out of the total, and reports that later.
      const refunds = [shopifyRefund(21, 7, "100.00")]
      const late = shopify(9, { financial_status: "partially_refunded", current_total_price: "298.50", refunds })
      yield* store.send(late.topic, late.body)
      yield* isSpent("USD", 298.5)
    })
  )

  it.effect("of the API counts in full, and keeps what a store reported of it", () =>
    Effect.gen(function* () {
      const { call, account } = yield* ownerBrowser("reporter")
      const token = yield* seedToken(account)
      const url = `${yield* Origin}/v1/orders/placed`
      const order = { order_id: 1, total: 40, currency: "USD", financial_status: "partially_refunded" }
      yield* post(url, token, orderBody(order))
      const { json } = yield* call("GET", `/accounts/${account}/contacts`)
      const spent = yield* call("GET", `/accounts/${account}/contacts/${json.data[0].id}/spending`)
      assert.strictEqual(spent.json.data[0].total_amount, "40.00")

      const woo = yield* connectShop("woocommerce", { account_id: account })
      for (const { topic, body } of wooHistory) yield* woo.send(topic, body)
      yield* post(url, token, orderBody({ order_id: 727, email: "ada@example.com", total: 29.35, currency: "EUR" }))
      const sql = yield* SqlClient.SqlClient
      const [kept] = yield* sql`SELECT refunded::text FROM orders WHERE account_id = ${account} AND order_id = 727`
      assert.deepStrictEqual(kept, { refunded: "9.35" })
    })
  )
})
