import { assert } from "@effect/vitest"
import { Effect, Fiber, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { Admissions } from "../../src/store/admission/Admissions.ts"
import { AdmissionPrefetch } from "../../src/store/admission/Prefetch.ts"
import { decodeOrderRows, prefetchOrders } from "../../src/store/orders/readOrderRows.ts"
import { Distribution } from "../../src/store/distributed/Distribution.ts"
import { digestOf } from "../../src/store/keys/Digest.ts"
import { isDistributed, onBoth } from "../support/database/databases.ts"
import { PlaceOrders } from "../../src/programs/orders/PlaceOrders.ts"
import { call } from "../support/samples/orders.ts"
import { PlacingLayer } from "../support/programs.ts"
import { seedAccount } from "../support/database/seed.ts"

const AdmissionsLayer = Admissions.layer.pipe(Layer.provide(Layer.succeed(AdmissionPrefetch, prefetchOrders)))

const email_key = "ada@example.com"

onBoth("an order prefetched with its admission", Layer.merge(AdmissionsLayer, PlacingLayer), (it) => {
  it.effect.skipIf(isDistributed)("is read only for admitted callers, and only in their account", () =>
    Effect.gen(function* () {
      const { admit } = yield* Admissions
      const { place } = yield* PlaceOrders
      const one = yield* seedAccount({ per_minute: 3 })
      const other = yield* seedAccount()
      yield* place(call({ account_id: one.account_id, order_id: 1n }))
      yield* place(
        call({
          account_id: one.account_id,
          order_id: 2n,
          new_contact_id: "con_bob",
          fields: { email: "bob@example.com" }
        })
      )
      const requestedIds: Array<bigint> = []
      const ask = (token: string, order_id: bigint, serviceAccountId: string | null = null) =>
        admit({
          digest: digestOf(token),
          serviceAccountId,
          address: "127.0.0.1",
          keys: () => {
            requestedIds.push(order_id)
            return { order_id: String(order_id), email_key, phone: null, integration_digest: null }
          }
        })
      const orders = ({ prefetched }: Effect.Success<ReturnType<typeof admit>>) =>
        prefetched === null
          ? undefined
          : Effect.runSync(decodeOrderRows(prefetched.rows)).orders.map(({ row }) => [row.account_id, row.order_id])

      // Bodies of tokens not admitted before are not parsed.
      for (const { token } of [one, other]) assert.isNull((yield* ask(token, 1n)).prefetched)
      for (const _ of [1, 2]) assert.isNull((yield* ask("unknown", 1n)).prefetched)
      assert.deepStrictEqual(requestedIds, [])

      assert.deepStrictEqual(orders(yield* ask(other.token, 1n)), [])
      assert.isNull((yield* ask(other.token, 1n, one.account_id)).prefetched)
      assert.isNull((yield* ask(other.token, 1n)).prefetched)
      const first = yield* ask(one.token, 1n)
      assert.deepStrictEqual(orders(first), [[one.account_id, 1n]])
      const { contacts } = yield* decodeOrderRows(first.prefetched?.rows ?? [])
      assert.deepStrictEqual(
        contacts.map(({ row }) => row.email),
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

  it.effect.skipIf(isDistributed)("is left out when it is large", () =>
    Effect.gen(function* () {
      const { admit } = yield* Admissions
      const { place } = yield* PlaceOrders
      const { account_id, token } = yield* seedAccount()
      const ask = (order_id: bigint) =>
        admit({
          digest: digestOf(token),
          serviceAccountId: null,
          address: "127.0.0.1",
          keys: () => ({ order_id: String(order_id), email_key, phone: null, integration_digest: null })
        })
      yield* ask(1n)
      const line_items = (length: number) => ({ fields: { line_items: JSON.stringify(["n".repeat(length)]) } })
      yield* place(call({ account_id, order_id: 1n, ...line_items(15_000) }))
      yield* place(call({ account_id, order_id: 2n, ...line_items(16_400) }))
      const kinds = ({ prefetched }: Effect.Success<ReturnType<typeof admit>>) =>
        prefetched?.rows.map(({ kind }) => kind)
      const first = yield* ask(1n)
      assert.deepStrictEqual(kinds(first), ["order", "contact", "account"])
      assert.deepStrictEqual(kinds(yield* ask(2n)), ["contact", "account"])
    })
  )
})

onBoth(
  "an admission while orders are distributed over other nodes",
  Layer.merge(AdmissionsLayer, PlacingLayer).pipe(Layer.provide(Layer.succeed(Distribution, "by_account"))),
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
          keys: () => ({ order_id: "1", email_key, phone: null, integration_digest: null })
        })
        for (const _ of [1, 2]) assert.deepInclude(yield* ask, { granted: true, prefetched: null })
      })
    )
  }
)

// As where another transaction holds a lock for longer than a statement may wait. A sequence counts also what is rolled back.
const UnreadableLayer = Admissions.layer.pipe(
  Layer.provide(Layer.succeed(AdmissionPrefetch, (sql) => sql`SELECT 'order' AS kind, unreadable_orders() AS value`))
)

onBoth("an admission while orders cannot be read", UnreadableLayer, (it) => {
  it.effect.skipIf(isDistributed)("still admits, and reads no others for five seconds", () =>
    Effect.gen(function* () {
      const { admit } = yield* Admissions
      const sql = yield* SqlClient.SqlClient
      yield* sql`CREATE SEQUENCE tries`
      yield* sql`CREATE FUNCTION unreadable_orders() RETURNS json LANGUAGE plpgsql AS
        'BEGIN PERFORM nextval(''tries''); RAISE EXCEPTION ''held'' USING ERRCODE = ''55P03''; END'`
      const { token } = yield* seedAccount()
      const ask = admit({
        digest: digestOf(token),
        serviceAccountId: null,
        address: "127.0.0.1",
        keys: () => ({ order_id: "1", email_key, phone: null, integration_digest: null })
      })
      const tries = Effect.map(
        sql<{
          readonly tried: boolean
          readonly last: string
        }>`SELECT is_called AS tried, last_value AS last FROM tries`,
        ([row]) => (row?.tried === true ? Number(row.last) : 0)
      )
      yield* ask
      assert.strictEqual(yield* tries, 0)
      // The pause before the second attempt is on the clock of tests, which moves on while the database answers.
      const asked = Effect.gen(function* () {
        const asking = yield* Effect.forkChild(ask)
        yield* Effect.andThen(TestClock.adjust("10 millis"), sql`SELECT 1`).pipe(
          Effect.repeat({ until: () => asking.pollUnsafe() !== undefined })
        )
        return yield* Fiber.join(asking)
      })
      const { granted, day, prefetched } = yield* asked
      assert.deepStrictEqual([granted, prefetched, day.limit - day.remaining], [true, null, 2])
      assert.strictEqual(yield* tries, 1)
      yield* asked
      assert.strictEqual(yield* tries, 1)
      yield* TestClock.adjust("6 seconds")
      yield* asked
      assert.strictEqual(yield* tries, 2)
    })
  )
})
