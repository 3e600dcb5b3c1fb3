import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { ownerBrowser } from "../support/browser/dashboard.ts"
import { onEitherOverSocket } from "../support/http/http.ts"

onEitherOverSocket("the price of texts", (it) => {
  it.effect("keeps what one part of a text costs as it is written, until it is set anew or cleared", () =>
    Effect.gen(function* () {
      const { call, account } = yield* ownerBrowser("sender-price")
      const path = `/accounts/${account}/sender`
      const priceNow = Effect.map(call("GET", path), ({ json }) => json.data.sms_part_price)
      const saved = yield* call("PUT", path, { sms_part_price: { amount: 0.0725, currency: "eur" } })
      const price = { amount: 0.0725, currency: "EUR" }
      assert.deepStrictEqual(saved.json.data.sms_part_price, price, saved.text)
      yield* call("PUT", path, { from_name: "Tea" })
      assert.deepStrictEqual(yield* priceNow, price)
      for (const [field, wrong] of [
        ["", 1],
        [".amount", { amount: 101, currency: "EUR" }],
        [".amount", { amount: -0.01, currency: "EUR" }],
        [".amount", { amount: 0.0000001, currency: "EUR" }],
        [".amount", { amount: "0.1", currency: "EUR" }],
        [".amount", { currency: "EUR" }],
        [".currency", { amount: 0.1, currency: "XXX" }],
        [".currency", { amount: 0.1 }]
      ] as const) {
        const { status, json, text } = yield* call("PUT", path, { from_name: "Other", sms_part_price: wrong })
        assert.strictEqual(status, 422, text)
        assert.deepStrictEqual(
          json.error.details.map((issue: { field: string }) => issue.field),
          [`sms_part_price${field}`]
        )
      }
      assert.deepStrictEqual(yield* priceNow, price)
      yield* call("PUT", path, { sms_part_price: { amount: 0.000001, currency: "USD" } })
      assert.deepStrictEqual(yield* priceNow, { amount: 0.000001, currency: "USD" })
      yield* call("PUT", path, { sms_part_price: null })
      assert.isNull(yield* priceNow)
    })
  )
})
