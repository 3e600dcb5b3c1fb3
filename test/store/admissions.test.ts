import { assert } from "@effect/vitest"
import { Effect, Fiber, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { Admissions } from "../../src/store/admission/Admissions.ts"
import { Distribution } from "../../src/store/database/Distribution.ts"
import { digestOf } from "../../src/store/database/Digest.ts"
import { isDistributed, onBoth } from "../support/database/databases.ts"
import { PlaceOrders } from "../../src/programs/orders/PlaceOrders.ts"
import { call } from "../support/samples/orders.ts"
import { PlacingLayer } from "../support/programs.ts"
import { seedAccount } from "../support/database/seed.ts"

const email_key = "ada@example.com"

onBoth("an order prefetched with its admission", Layer.merge(Admissions.layer, PlacingLayer), (it) => {
  it.effect.skipIf(isDistributed)("is read only for admitted callers, and only in their account", () =>
    Effect.gen(function* () {
      const { admit } = yield* Admissions
      const { place } = yield* PlaceOrders
      const one = yield* seedAccount({ per_minute: 3 })
      const other = yield* seedAccount()
      yield* place(call({ account_id: one.account_id, order_id: 1n }))
      yield* place(call({ account_id: one.account_id, order_id: 2n, fields: { email: "bob@example.com" } }))
      const requestedIds: Array<bigint> = []
      const ask = (token: string, order_id: bigint, serviceAccountId: string | null = null) =>
        admit({
          digest: digestOf(token),
          serviceAccountId,
          address: "127.0.0.1",
          order: () => {
            requestedIds.push(order_id)
            return { order_id, email_key, phone: null, integration_digest: null }
          }
        })
      const orders = ({ prefetched }: Effect.Success<ReturnType<typeof admit>>) =>
        prefetched?.orders.map(({ row: { account_id, order_id } }) => [account_id, order_id])

      // Bodies of tokens not admitted before are not parsed.
      for (const { token } of [one, other]) assert.isNull((yield* ask(token, 1n)).prefetched)
      for (const _ of [1, 2]) assert.isNull((yield* ask("unknown", 1n)).prefetched)
      assert.deepStrictEqual(requestedIds, [])

      assert.deepStrictEqual(orders(yield* ask(other.token, 1n)), [])
      assert.isNull((yield* ask(other.token, 1n, one.account_id)).prefetched)
      assert.isNull((yield* ask(other.token, 1n)).prefetched)
      const first = yield* ask(one.token, 1n)
      assert.deepStrictEqual(orders(first), [[one.account_id, 1n]])
      assert.deepStrictEqual(
        first.prefetched?.contacts.map(({ row }) => row.email),
        [email_key]
      )
      const together = yield* Effect.all([ask(one.token, 1n), ask(one.token, 2n)], { concurrency: "unbounded" })
      assert.deepStrictEqual(
        together.map(({ granted }) => granted),
        [true, false]
      )
      assert.deepStrictEqual(together.map(orders), [[[one.account_id, 1n]], undefined])
      requestedIds.length = 0
      assert.isNull((yield* ask(one.token, 1n)).prefetched)
      assert.deepStrictEqual(requestedIds, [])
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE accounts SET limit_per_minute = 100 WHERE account_id = ${one.account_id}`
      // A used-up window is cached for a second.
      yield* TestClock.adjust("2 seconds")
      const letIn = yield* ask(one.token, 1n)
      assert.isTrue(letIn.granted)
      assert.isNull(letIn.prefetched)
      assert.deepStrictEqual(orders(yield* ask(one.token, 1n)), [[one.account_id, 1n]])
    })
  )

  it.effect.skipIf(isDistributed)("is left out when it is large, and with all others when the read fails", () =>
    Effect.gen(function* () {
      const { admit } = yield* Admissions
      const { place } = yield* PlaceOrders
      const sql = yield* SqlClient.SqlClient
      const { account_id, token } = yield* seedAccount()
      const ask = (order_id: bigint) =>
        admit({
          digest: digestOf(token),
          serviceAccountId: null,
          address: "127.0.0.1",
          order: () => ({ order_id, email_key, phone: null, integration_digest: null })
        })
      yield* ask(1n)
      const line_items = (length: number) => ({ fields: { line_items: JSON.stringify(["n".repeat(length)]) } })
      yield* place(call({ account_id, order_id: 1n, ...line_items(16_000) }))
      yield* place(call({ account_id, order_id: 2n, ...line_items(17_000) }))
      assert.deepStrictEqual((yield* ask(1n)).prefetched?.orders.length, 1)
      const { prefetched: left } = yield* ask(2n)
      assert.deepStrictEqual([left?.orders, left?.large], [[], [{ account_id, order_id: 2n }]])
      yield* sql`UPDATE contacts SET email_consent = 'of a later build' WHERE account_id = ${account_id}`
      const { granted, prefetched } = yield* ask(1n)
      assert.deepStrictEqual([granted, prefetched], [true, null])
    })
  )
})

onBoth(
  "an admission while orders are distributed over other nodes",
  Layer.merge(Admissions.layer, PlacingLayer).pipe(Layer.provide(Layer.succeed(Distribution, "by_account"))),
  (it) => {
    it.effect("reads none of them", () =>
      Effect.gen(function* () {
        const { admit } = yield* Admissions
        const { place } = yield* PlaceOrders
        const { account_id, token } = yield* seedAccount()
        yield* place(call({ account_id, order_id: 1n }))
        const ask = admit({
          digest: digestOf(token),
          serviceAccountId: null,
          address: "127.0.0.1",
          order: () => ({ order_id: 1n, email_key, phone: null, integration_digest: null })
        })
        for (const _ of [1, 2]) assert.deepInclude(yield* ask, { granted: true, prefetched: null })
      })
    )
  }
)

onBoth(
  "an admission while orders cannot be read",
  Admissions.layer,
  (it, database) => {
    // The embedded database has one connection, so no other transaction can hold a lock.
    it.effect.skipIf(database === "embedded")("still admits", () =>
      Effect.gen(function* () {
        const { admit } = yield* Admissions
        const sql = yield* SqlClient.SqlClient
        const { token } = yield* seedAccount()
        const ask = admit({
          digest: digestOf(token),
          serviceAccountId: null,
          address: "127.0.0.1",
          order: () => ({ order_id: 1n, email_key, phone: null, integration_digest: null })
        })
        yield* ask
        const { granted, day, prefetched } = yield* sql.withTransaction(
          Effect.andThen(sql`LOCK TABLE orders`, Effect.flatMap(Effect.forkDetach(ask), Fiber.join))
        )
        // Later admissions do not wait for it.
        assert.isNull((yield* ask).prefetched)
        assert.deepStrictEqual([granted, prefetched, day.limit - day.remaining], [true, null, 2])
      })
    )
  },
  { excludeTestServices: true }
)
