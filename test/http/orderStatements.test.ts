import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { Scope } from "../../src/domain/accounts/Scope.ts"
import { Origin, post } from "../support/http/http.ts"
import { orderBody } from "../support/samples/orderBody.ts"
import { seedAccount } from "../support/database/seed.ts"
import { withFlows } from "../support/flows/withFlows.ts"
import { onEitherWatched, Statements } from "../support/database/statements.ts"

const path = "/v1/orders/placed"

onEitherWatched("an order request", (it) => {
  const placed = Effect.gen(function* () {
    const origin = yield* Origin
    const { during } = yield* Statements
    const { token } = yield* seedAccount({ scopes: Scope.literals })
    return {
      origin,
      during,
      token,
      place: (members: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
        Effect.map(during(post(origin + path, token, orderBody(members), headers)), ([{ status }, asked]) => [
          status,
          ...asked.map(({ sql }) => {
            if (/INTO rate_windows/.test(sql)) return "admission"
            return /place_orders/.test(sql) ? "write" : "read"
          })
        ])
    }
  })

  it.effect("asks about flows only where one is active that an order may start", () =>
    Effect.gen(function* () {
      const { during } = yield* Statements
      const { token, v1 } = yield* withFlows("flows", [
        { type: "cart_abandoned", duration: "1 hour" },
        { type: "product_viewed", times: 2, within: "1 day", duration: "1 hour" },
        { type: "back_in_stock" },
        { type: "price_dropped", percent: 10, days: 30 }
      ])
      const place = (own: string, order_id: number) =>
        Effect.map(during(post(`${v1}/orders/placed`, own, orderBody({ order_id }))), ([{ status }, asked]) => [
          status,
          asked.length
        ])
      assert.deepStrictEqual(yield* place(token, 1), [201, 3])
      const started = yield* withFlows("started", [{ type: "order_placed" }])
      const [status, statements] = yield* place(started.token, 1)
      assert.strictEqual(status, 201)
      assert.isAbove(statements ?? 0, 3)
    })
  )

  it.effect("looks for the coupon of its code only where the account has coupons", () =>
    Effect.gen(function* () {
      const { origin, token, place } = yield* placed
      const discounts = (code: string) => ({ discounts: [{ code, amount: 1 }] })
      assert.deepStrictEqual(yield* place(discounts("HELLO")), [201, "admission", "read", "write"])
      yield* post(`${origin}/v1/coupons`, token, { name: "welcome", code: "HELLO" })
      const [status, ...asked] = yield* place({ ...discounts("HELLO"), order_id: 2 })
      assert.strictEqual(status, 201)
      assert.isAbove(asked.length, 3)
    })
  )
})
