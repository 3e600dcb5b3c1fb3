import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { onBothOverSocket, Origin, post } from "../support/http.ts"
import { seedAccount } from "../support/seed.ts"

const order = { order_id: 1, email: "ada@example.com", total: 1, currency: "USD", order_date: "2026-05-04T09:30:00Z" }

onBothOverSocket("orders in", (it) => {
  it.effect("answers 201 to a new order and 200 to a known one", () =>
    Effect.gen(function* () {
      const url = `${yield* Origin}/v1/orders/placed`
      const { token } = yield* seedAccount()
      assert.strictEqual((yield* post(url, token, order)).status, 201)
      assert.strictEqual((yield* post(url, token, order)).status, 200)
    })
  )
})
