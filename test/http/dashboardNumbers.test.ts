import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { ownerBrowser } from "../support/browser/dashboard.ts"
import { onBoth } from "../support/database/databases.ts"
import { Origin, OriginLayer, post, send } from "../support/http/http.ts"
import { orderBody } from "../support/samples/orderBody.ts"
import { seedToken } from "../support/database/seed.ts"

onBoth("the dashboard", OriginLayer, (it) => {
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
      const made = yield* sent("POST", "/imports", '{"kind":"orders","file_name":"a","file_size":1.50e3,"layout":""}')
      assert.deepStrictEqual([made.status, made.json.data?.file_size], [201, 1500])
      const limits = yield* sent("PATCH", "", '{"name":"Other","limits":1.5e3}')
      assert.deepStrictEqual([limits.status, limits.json.error?.details[0].field], [422, "limits"])
      assert.notStrictEqual((yield* call("GET", `/accounts/${account}`)).json.data.name, "Other")
    })
  )
})
