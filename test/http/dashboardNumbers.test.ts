import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { ownerBrowser } from "../support/browser/dashboard.ts"
import { onEither } from "../support/database/databases.ts"
import { ndjsonFile } from "../support/samples/imports.ts"
import { Origin, OriginLayer, post, send } from "../support/http/http.ts"
import { orderBody } from "../support/samples/orderBody.ts"
import { seedToken } from "../support/database/seed.ts"

onEither("the dashboard", OriginLayer, (it) => {
  it.effect("shows every digit of an order id above 2^53", () =>
    Effect.gen(function* () {
      const { call, account } = yield* ownerBrowser("digits")
      const id = "9223372036854775807"
      const order = JSON.stringify(orderBody()).replace('"order_id":1', `"order_id":${id},"subtotal":59.90`)
      assert.strictEqual(
        (yield* post(`${yield* Origin}/v1/orders/placed`, yield* seedToken(account), order)).status,
        201
      )
      const shown = yield* call("GET", `/accounts/${account}/orders/${id}`)
      assert.deepStrictEqual([shown.status, shown.json.data.id], [200, id])
      assert.include(shown.text, `"order_id":${id}`)
      assert.include(shown.text, '"subtotal":59.90')
    })
  )

  it.effect("accepts every spelling of a JSON number, and no number in place of an object", () =>
    Effect.gen(function* () {
      const { call, cookie, account } = yield* ownerBrowser("numbers")
      const origin = yield* Origin
      const sent = (method: string, path: string, text: string) =>
        send(`${origin}/dashboard/api/accounts/${account}${path}`, {
          method,
          headers: { cookie: cookie(), "content-type": "application/json" },
          body: text
        })
      const file = JSON.stringify(ndjsonFile("orders")).replace('"file_size":1,', '"file_size":1.50e3,')
      const made = yield* sent("POST", "/imports", file)
      assert.deepStrictEqual([made.status, made.json.data?.file_size], [201, 1500])
      const limits = yield* sent("PATCH", "", '{"name":"Other","limits":1.5e3}')
      assert.deepStrictEqual([limits.status, limits.json.error?.details[0].field], [422, "limits"])
      assert.notStrictEqual((yield* call("GET", `/accounts/${account}`)).json.data.name, "Other")
    })
  )

  it.effect("shows the orders, revenue and new subscribers of each day", () =>
    Effect.gen(function* () {
      const { call, account } = yield* ownerBrowser("activity")
      const token = yield* seedToken(account)
      for (const [order_id, email] of [
        [1, "ada@example.com"],
        [2, "ada@example.com"],
        [3, "bob@example.com"]
      ] as const) {
        const order = orderBody({
          order_id,
          email,
          total: 20.5,
          order_date: "1970-01-01T00:00:00Z",
          accepts_email_marketing: true
        })
        yield* post(`${yield* Origin}/v1/orders/placed`, token, order)
      }
      const { data } = (yield* call("GET", `/accounts/${account}/activity`)).json
      const [sales] = data.sales
      const lastDay = [sales.orders.days, sales.revenue.days, data.subscribers.days, data.flow_starts.days].map(
        (days: ReadonlyArray<unknown>) => days.at(-1)
      )
      assert.deepStrictEqual([sales.currency, ...lastDay], ["USD", 3, "61.5", 2, 0])
    })
  )
})
