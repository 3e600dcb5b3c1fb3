import { assert } from "@effect/vitest"
import { Effect } from "effect"
import type { Scope } from "../../src/domain/accounts/Scope.ts"
import { Origin, post, send, sendRaw } from "../support/http/http.ts"
import { orderBody } from "../support/samples/orderBody.ts"
import { seedAccount } from "../support/database/seed.ts"
import { onEitherWatched, Statements } from "../support/database/statements.ts"

const path = "/v1/orders/placed"

onEitherWatched("an order request", (it) => {
  const placedBy = Effect.fnUntraced(function* (scopes: ReadonlyArray<Scope>) {
    const origin = yield* Origin
    const { during } = yield* Statements
    const { token } = yield* seedAccount({ scopes })
    // Rows are read along only for tokens that were admitted before.
    yield* send(`${origin}/v1/account`, { headers: { authorization: `Bearer ${token}` } })
    return {
      origin,
      during,
      token,
      place: (members: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
        Effect.map(during(post(origin + path, token, orderBody(members), headers)), ([{ status }, asked]) => [
          status,
          ...asked.map(({ sql }) => {
            if (/INTO rate_windows/.test(sql))
              return /requested_orders AS/.test(sql) ? "admission with rows" : "admission"
            return /place_orders/.test(sql) ? "write" : "read"
          })
        ])
    }
  })
  const placed = placedBy(["orders_write"])

  it.effect("of a token without the scope is not read", () =>
    Effect.gen(function* () {
      const { place } = yield* placedBy(["orders_read"])
      assert.deepStrictEqual(yield* place(), [403, "admission"])
    })
  )

  it.effect(
    "takes two statements: its rows are read with the admission, and again only when they are missing or old",
    () =>
      Effect.gen(function* () {
        const { place } = yield* placed
        assert.deepStrictEqual(yield* place(), [201, "admission with rows", "write"])
        assert.deepStrictEqual(yield* place({ total: 5 }), [200, "admission with rows", "write"])
        const byPhone = { order_id: 2, email: null, phone: "+1 202 555 0123" }
        assert.deepStrictEqual(yield* place(byPhone), [201, "admission with rows", "write"])
        // Only the account's country tells whose phone this is.
        const taken = { order_id: 3, phone: "(202) 555-0123" }
        assert.deepStrictEqual(yield* place(taken), [201, "admission with rows", "write", "read", "write"])
        const national = { order_id: 4, email: null, phone: "(202) 555-0123" }
        assert.deepStrictEqual(yield* place(national), [201, "admission", "read", "write"])
      })
  )

  it.effect("as a dry run is read in its own transaction", () =>
    Effect.gen(function* () {
      const { place } = yield* placed
      const [status, admission, ...rest] = yield* place({}, { prefer: "dry-run" })
      assert.deepStrictEqual([status, admission], [200, "admission"])
      assert.notInclude(rest, "write")
    })
  )

  it.effect("that changes nothing is read once more and writes nothing", () =>
    Effect.gen(function* () {
      const { place } = yield* placed
      yield* place()
      assert.deepStrictEqual(yield* place(), [200, "admission with rows", "read"])
    })
  )

  it.effect("that is invalid gets its usual error without further statements", () =>
    Effect.gen(function* () {
      const { place } = yield* placed
      assert.deepStrictEqual(yield* place({ total: "much" }), [422, "admission with rows"])
      assert.deepStrictEqual(yield* place({ order_id: "x" }), [422, "admission"])
      assert.deepStrictEqual(yield* place({}, { "content-type": "text/plain" }), [415, "admission"])
    })
  )

  it.effect("for a large stored order is read when it is at work", () =>
    Effect.gen(function* () {
      const { place } = yield* placed
      yield* place({ line_items: [{ name: "n".repeat(20_000) }] })
      assert.deepStrictEqual(yield* place({ total: 5 }), [200, "admission with rows", "write", "read", "write"])
    })
  )

  it.effect("with a large body or Expect: 100-continue is placed as well", () =>
    Effect.gen(function* () {
      const { during, origin, place, token } = yield* placed
      const line_items = [{ name: "n".repeat(20_000) }]
      assert.deepStrictEqual(yield* place({ line_items }), [201, "admission", "read", "write"])
      const text = JSON.stringify(orderBody({ order_id: 2 }))
      const head = `POST ${path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\n`
      const rest = `content-type: application/json\r\ncontent-length: ${text.length}\r\nexpect: 100-continue\r\n\r\n`
      const [answer, asked] = yield* during(sendRaw(origin, head + rest, text))
      assert.match(answer, /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 201/)
      assert.strictEqual(asked.length, 3)
    })
  )
})
