import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { decideOrders } from "../../src/domain/orders/decideOrders.ts"
import { PlaceOrders } from "../../src/programs/orders/PlaceOrders.ts"
import { Orders } from "../../src/store/orders/Orders.ts"
import { onBoth } from "../support/database/databases.ts"
import { call } from "../support/samples/orders.ts"
import { PlacingLayer } from "../support/programs.ts"
import { seedAccount } from "../support/database/seed.ts"

const [ada, phone] = ["ada@example.com", "+12025550123"]

onBoth("orders", PlacingLayer, (it) => {
  it.effect("are written without locks only if all decided state is unchanged", () =>
    Effect.gen(function* () {
      const orders = yield* Orders
      const sql = yield* SqlClient.SqlClient
      const { place } = yield* PlaceOrders
      const { account_id } = yield* seedAccount()
      const orderOf = (order_id: bigint, fields: Parameters<typeof call>[0] = {}) =>
        call({ account_id, order_id, new_contact_id: `con_${order_id}`, ...fields })
      const counts = sql<{ readonly order_count: number }>`SELECT order_count FROM contacts
        WHERE account_id = ${account_id} ORDER BY email LIMIT 10`
      const calls = [orderOf(7n, { fields: { email: ada, phone } })]
      const meanwhile = Effect.fnUntraced(function* <E>(change: Effect.Effect<unknown, E>) {
        const loaded = yield* orders.load(calls)
        yield* change
        const written = yield* orders.saveIfUnchanged(calls, loaded, decideOrders(0, calls, loaded))
        return [written, (yield* counts).map(({ order_count }) => order_count)]
      })
      const remembered = sql`INSERT INTO suppressions (account_id, identity_hash, state, cause, recorded_at)
        VALUES (${account_id}, 'of somebody', 'unsubscribed', 'erasure', now())`

      assert.deepStrictEqual(yield* meanwhile(place(orderOf(6n))), [false, [1]])
      const byPhone = orderOf(5n, { fields: { email: null, phone } })
      assert.deepStrictEqual(yield* meanwhile(place(byPhone)), [false, [1, 1]])
      assert.deepStrictEqual(yield* meanwhile(remembered), [false, [1, 1]])
      assert.deepStrictEqual(yield* meanwhile(Effect.void), [true, [2, 1]])
      assert.deepStrictEqual(yield* meanwhile(place(orderOf(7n, { fields: { total: "5" } }))), [false, [2, 1]])
    })
  )
})
