import { assert } from "@effect/vitest"
import { Clock, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { decideCarts } from "../../src/domain/carts/decideCarts.ts"
import { PutCarts } from "../../src/programs/carts/PutCarts.ts"
import { Carts } from "../../src/store/carts/Carts.ts"
import { PlaceOrders } from "../../src/programs/orders/PlaceOrders.ts"
import { SuppressionList } from "../../src/store/contacts/SuppressionList.ts"
import { Sites } from "../../src/store/visits/Sites.ts"
import { Visits } from "../../src/store/visits/Visits.ts"
import { EnrolContacts, RecordedTriggers } from "../../src/programs/flows/EnrolContacts.ts"
import { onBoth } from "../support/database/databases.ts"
import { seedAccount } from "../support/database/seed.ts"
import { PlacingLayer } from "../support/programs.ts"
import { report } from "../support/samples/cartHistories.ts"
import { call } from "../support/samples/orders.ts"

const stores = Carts.layer.pipe(Layer.provide(SuppressionList.layerMemory))
const flows = EnrolContacts.layerMemory.pipe(Layer.provide(RecordedTriggers.layer))
const layer = Layer.mergeAll(
  PlacingLayer,
  stores,
  PutCarts.layer.pipe(Layer.provide([stores, Sites.layer, Visits.layer, flows]))
)

const ada = "ada@example.com"

onBoth("carts", layer, (it) => {
  const shop = Effect.gen(function* () {
    const { account_id } = yield* seedAccount()
    const ids = { account_id, new_cart_key: `crt_${account_id}`, new_contact_id: `con_${account_id}` }
    return {
      account_id,
      cartOf: (at: number, more: Parameters<typeof report>[2] = {}) => report("one", at, { ...ids, ...more })
    }
  })

  it.effect("are written without a lock before only if nothing that they were decided on has changed", () =>
    Effect.gen(function* () {
      const carts = yield* Carts
      const sql = yield* SqlClient.SqlClient
      const { put } = yield* PutCarts
      const { place } = yield* PlaceOrders
      const { account_id, cartOf } = yield* shop
      const stored = sql<{ readonly changed_at: string }>`SELECT changed_at::text FROM carts
        WHERE account_id = ${account_id} LIMIT 10`
      const calls = [cartOf(9_000)]
      const meanwhile = Effect.fnUntraced(function* <A, E, R>(change: Effect.Effect<A, E, R>) {
        const loaded = yield* carts.loadVersioned(calls)
        yield* change
        const batch = decideCarts(yield* Clock.currentTimeMillis, calls, loaded)
        const isWritten = yield* carts.saveIfUnchanged(calls, loaded, batch)
        return [isWritten, (yield* stored).length]
      })
      const remembered = sql`INSERT INTO suppressions (account_id, identity_hash, state, cause, recorded_at)
        VALUES (${account_id}, 'of somebody', 'unsubscribed', 'erasure', now())`
      const forgotten = sql`DELETE FROM suppressions WHERE account_id = ${account_id}`

      const ofAda = call({ account_id, order_id: 1n, new_contact_id: `con_2${account_id}`, fields: { email: ada } })
      assert.deepStrictEqual(yield* meanwhile(place(ofAda)), [false, 0])
      assert.deepStrictEqual(yield* meanwhile(place({ ...ofAda, order_id: 2n })), [false, 0])
      assert.deepStrictEqual(yield* meanwhile(remembered), [false, 0])
      assert.deepStrictEqual(yield* meanwhile(Effect.void), [false, 0])
      yield* forgotten
      assert.deepStrictEqual(yield* meanwhile(Effect.void), [true, 1])
      assert.deepStrictEqual(yield* meanwhile(put(cartOf(9_500))), [false, 1])
    })
  )

  it.effect("of one moment of many callers end as the latest report says, each with one contact", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { put } = yield* PutCarts
      const { account_id, cartOf } = yield* shop
      const times = Array.from({ length: 40 }, (_, at) => 1_000 * (1 + ((at * 7) % 40)))
      yield* Effect.forEach(
        times,
        (at) => put(cartOf(at, { items: { item_count: 1, currency: "USD", total: String(at), line_items: "[{}]" } })),
        { concurrency: "unbounded", discard: true }
      )
      const rows = yield* sql`SELECT c.total::float8 AS total, p.email FROM carts c
        JOIN contacts p ON p.account_id = ${account_id} AND p.contact_id = c.contact_id WHERE c.account_id = ${account_id} LIMIT 10`
      assert.deepStrictEqual(rows, [{ total: 40_000, email: ada }])
    })
  )

  it.effect("answer with the order of the contact that ended them, also where the read does not have its id", () =>
    Effect.gen(function* () {
      const { put } = yield* PutCarts
      const { place } = yield* PlaceOrders
      const { account_id, cartOf } = yield* shop
      yield* place(
        call({
          account_id,
          order_id: 5n,
          new_contact_id: `con_${account_id}`,
          fields: { email: ada, placed_at: 8_000 }
        })
      )
      const { known } = yield* put(cartOf(7_000))
      assert.deepInclude(known, { last_order_at: 8_000, next_order_id: 5n, reported_order_id: null })
      const later = yield* put(cartOf(9_000))
      assert.deepInclude(later.known, { last_order_at: 8_000, next_order_id: null })
    })
  )
})
