import { assert } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Admissions } from "../../src/store/Admissions.ts"
import { digestOf } from "../../src/store/Digest.ts"
import { onBoth } from "../support/databases.ts"
import { PlaceOrders } from "../../src/programs/PlaceOrders.ts"
import { call } from "../support/orders.ts"
import { PlacingLayer } from "../support/programs.ts"
import { seedAccount } from "../support/seed.ts"

const email_key = "ada@example.com"

onBoth("an order that is read along with its admission", Layer.merge(Admissions.layer, PlacingLayer), (it) => {
  it.effect("is read for who is let in alone, and only in the account it is for", () =>
    Effect.gen(function* () {
      const { admit } = yield* Admissions
      const { place } = yield* PlaceOrders
      const one = yield* seedAccount({ per_minute: 2 })
      const other = yield* seedAccount()
      yield* place(call({ account_id: one.account_id, order_id: 1n }))
      yield* place(call({ account_id: one.account_id, order_id: 2n, fields: { email: "bob@example.com" } }))
      const asked: Array<bigint> = []
      const ask = (token: string, order_id: bigint, wanted: string | null = null) =>
        admit({
          digest: digestOf(token),
          wanted,
          address: "127.0.0.1",
          order: () => {
            asked.push(order_id)
            return { order_id, email_key, phone: null }
          }
        })
      const orders = ({ seen }: Effect.Success<ReturnType<typeof admit>>) =>
        seen?.orders.map(({ row: { account_id, order_id } }) => [account_id, order_id])

      assert.deepStrictEqual(orders(yield* ask(other.token, 1n)), [])
      assert.deepStrictEqual(orders(yield* ask(other.token, 1n, one.account_id)), [])
      const first = yield* ask(one.token, 1n)
      assert.deepStrictEqual(orders(first), [[one.account_id, 1n]])
      assert.deepStrictEqual(
        first.seen?.contacts.map(({ row }) => row.email),
        [email_key]
      )
      const together = yield* Effect.all([ask(one.token, 1n), ask(one.token, 2n)], { concurrency: "unbounded" })
      assert.deepStrictEqual(together.map(orders), [[[one.account_id, 1n]], [[one.account_id, 1n]]])
      assert.deepStrictEqual(
        together.map(({ granted }) => granted),
        [true, false]
      )
      // Nobody looks at what is sent by who was refused.
      asked.length = 0
      assert.isNull((yield* ask(one.token, 1n)).seen)
      assert.deepStrictEqual(orders(yield* ask("unknown", 1n)), [])
      assert.isNull((yield* ask("unknown", 1n)).seen)
      assert.deepStrictEqual(asked, [1n])
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE accounts SET limit_per_minute = 100 WHERE account_id = ${one.account_id}`
      assert.isNull((yield* ask(one.token, 1n)).seen)
      assert.deepStrictEqual(orders(yield* ask(one.token, 1n)), [[one.account_id, 1n]])
    })
  )
})
