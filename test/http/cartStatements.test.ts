import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { contentType, encoded, Origin, send } from "../support/http/http.ts"
import { cartBody } from "../support/samples/carts.ts"
import { seedAccount, seedToken } from "../support/database/seed.ts"
import { onEitherWatched, Statements } from "../support/database/statements.ts"

const callOf = (token: string, body: unknown) => ({
  method: "PUT",
  headers: { authorization: `Bearer ${token}`, ...contentType(body) },
  ...encoded(body)
})

onEitherWatched("a cart request", (it) => {
  const shop = Effect.gen(function* () {
    const origin = yield* Origin
    const { during } = yield* Statements
    const { account_id } = yield* seedAccount()
    const token = yield* seedToken(account_id, { scopes: ["carts_write"] })
    return (members: Record<string, unknown> = {}) =>
      Effect.map(during(send(`${origin}/v1/carts/one`, callOf(token, cartBody(members)))), ([{ status }, asked]) => [
        status,
        ...asked.map(({ sql }) => {
          if (/INTO rate_windows/.test(sql)) return "admission"
          return /put_carts/.test(sql) ? "write" : "read"
        })
      ])
  })

  it.effect("takes three statements: its admission, the read of the rows that it touches, and one write", () =>
    Effect.gen(function* () {
      const put = yield* shop
      const all = ["admission", "read", "write"]
      assert.deepStrictEqual(yield* put(), [201, ...all])
      assert.deepStrictEqual(yield* put({ stage: "checkout" }), [200, ...all])
    })
  )

  it.effect("that changes nothing writes nothing", () =>
    Effect.gen(function* () {
      const put = yield* shop
      const members = { updated_at: "2026-01-01T00:00:00Z" }
      yield* put(members)
      assert.deepStrictEqual(yield* put(members), [200, "admission", "read"])
    })
  )
})
