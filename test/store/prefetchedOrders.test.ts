import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { decideOrders } from "../../src/domain/orders/decideOrders.ts"
import { PlaceOrders } from "../../src/programs/orders/PlaceOrders.ts"
import { Orders } from "../../src/store/orders/Orders.ts"
import { readOrderSnapshot } from "../../src/store/orders/orderSnapshot.ts"
import { prefetchedSnapshot, selectPrefetched } from "../../src/domain/orders/OrderPrefetch.ts"
import { onBoth } from "../support/database/databases.ts"
import { batchesOf, History, toCall } from "../support/samples/histories.ts"
import { call } from "../support/samples/orders.ts"
import { PlacingLayer } from "../support/programs.ts"
import { seedAccount, seedIntegration } from "../support/database/seed.ts"

const [ada, bob, phone] = ["ada@example.com", "bob@example.com", "+12025550123"]

/** A fresh account with calls to prefetch and to place orders. */
const shop = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { place } = yield* PlaceOrders
  const { account_id } = yield* seedAccount()
  const orderOf = (order_id: bigint, fields: Parameters<typeof call>[0] = {}) =>
    call({ account_id, order_id, new_contact_id: `con_${order_id}`, ...fields })
  return {
    account_id,
    sql,
    place,
    orderOf,
    read: (...calls: ReadonlyArray<ReturnType<typeof call>>) => readOrderSnapshot(sql, calls, { forUpdate: false }),
    contacts: sql<{ readonly email: string; readonly order_count: number }>`SELECT email, order_count FROM contacts
      WHERE account_id = ${account_id} ORDER BY email LIMIT 10`.pipe(
      Effect.map((rows) => rows.map(({ email, order_count }) => [email, order_count]))
    )
  }
})

onBoth("prefetched orders", PlacingLayer, (it) => {
  it.effect.prop(
    "have the same state read together as alone",
    [History, History],
    ([history, asked]) =>
      Effect.gen(function* () {
        const { account_id, place, read } = yield* shop
        for (const calls of batchesOf(history, { account_id })) yield* Effect.forEach(calls, (each) => place(each))
        const calls = asked.map((step, at) => toCall(step, at, { account_id }))
        const others = history.map((step, at) => toCall(step, at, { account_id }))
        const few = calls.slice(0, 1 + calls.length / 2)
        const sorted = ({ orders, contacts, versions, ...rest }: ReturnType<typeof selectPrefetched>) => ({
          ...rest,
          orders: orders.toSorted((a, b) => Number(a.order_id - b.order_id)),
          contacts: contacts.toSorted((a, b) => a.contact_id.localeCompare(b.contact_id)),
          versions: Object.values(versions).map((rows) => rows.map((row: unknown) => JSON.stringify(row)).toSorted())
        })
        const among = selectPrefetched(few, [yield* read(...others, ...calls)])
        assert.deepStrictEqual(sorted(among), sorted(selectPrefetched(few, [yield* read(...few)])))
      }),
    { arbitrary: { runs: 25 } }
  )

  it.effect("are read again when they changed, and written on the present state", () =>
    Effect.gen(function* () {
      const { contacts, orderOf, place, read } = yield* shop
      const prefetchedState = yield* read(orderOf(1n), orderOf(2n))
      yield* place(orderOf(1n), prefetchedState)
      yield* place(orderOf(2n), prefetchedState)
      yield* place(orderOf(2n, { fields: { email: bob } }), prefetchedState)
      assert.deepStrictEqual(yield* contacts, [
        [ada, 1],
        [bob, 1]
      ])
    })
  )

  it.effect("are written when equal to the prefetched state but changed since", () =>
    Effect.gen(function* () {
      const { orderOf, place, read, sql, account_id } = yield* shop
      yield* place(orderOf(1n, { fields: { total: "1" } }))
      const prefetchedState = yield* read(orderOf(1n))
      yield* place(orderOf(1n, { fields: { total: "2" } }))
      yield* place(orderOf(1n, { fields: { total: "1" } }), prefetchedState)
      const [row] = yield* sql`SELECT total::text FROM orders WHERE account_id = ${account_id}`
      assert.deepStrictEqual(row, { total: "1" })
    })
  )

  it.effect("find contacts that the prefetch could not see", () =>
    Effect.gen(function* () {
      const { contacts, orderOf, place, read } = yield* shop
      yield* place(orderOf(1n, { fields: { phone } }))
      const prefetchedState = yield* read(orderOf(2n, { fields: { email: null } }))
      yield* place(orderOf(2n, { fields: { email: null, phone } }), prefetchedState)
      assert.deepStrictEqual(yield* contacts, [[ada, 2]])
    })
  )

  it.effect("are written without locks only if all decided state is unchanged", () =>
    Effect.gen(function* () {
      const orders = yield* Orders
      const { account_id, contacts, orderOf, place, sql } = yield* shop
      const calls = [orderOf(7n, { fields: { email: ada, phone } })]
      const meanwhile = Effect.fnUntraced(function* <E>(change: Effect.Effect<unknown, E>) {
        const prefetchedState = yield* orders.load(calls)
        yield* change
        const written = yield* orders.saveIfUnchanged(calls, prefetchedState, decideOrders(0, calls, prefetchedState))
        return [written, (yield* contacts).map(([, order_count]) => order_count)]
      })
      const remembered = sql`INSERT INTO remembered_consents (account_id, identity_hash, state, remembered_at)
        VALUES (${account_id}, 'of somebody', 'unsubscribed', now())`

      assert.deepStrictEqual(yield* meanwhile(place(orderOf(6n))), [false, [1]])
      const byPhone = orderOf(5n, { fields: { email: null, phone } })
      assert.deepStrictEqual(yield* meanwhile(place(byPhone)), [false, [1, 1]])
      assert.deepStrictEqual(yield* meanwhile(remembered), [false, [1, 1]])
      assert.deepStrictEqual(yield* meanwhile(Effect.void), [true, [2, 1]])
      assert.deepStrictEqual(yield* meanwhile(place(orderOf(7n, { fields: { total: "5" } }))), [false, [2, 1]])
    })
  )

  it.effect("are not used when one is missing, when unversioned reads differ, or when a suppression may apply", () =>
    Effect.gen(function* () {
      const { account_id, orderOf, place, read, sql } = yield* shop
      const calls = [orderOf(1n), orderOf(2n)]
      const first = yield* read(...calls)
      assert.isDefined(prefetchedSnapshot(calls, [first, yield* read(...calls)]))
      assert.isUndefined(prefetchedSnapshot(calls, [first, null]))
      yield* seedIntegration(account_id)
      const second = yield* read(...calls)
      assert.isUndefined(prefetchedSnapshot(calls, [first, second]))
      assert.isDefined(prefetchedSnapshot(calls, [second, second]))
      assert.isUndefined(prefetchedSnapshot(calls.slice(1), [{ ...second, accounts: [] }]))
      yield* sql`INSERT INTO remembered_consents (account_id, identity_hash, state, remembered_at)
        VALUES (${account_id}, 'of somebody', 'unsubscribed', now())`
      const third = yield* read(...calls)
      assert.isUndefined(prefetchedSnapshot(calls, [third, third]))
      yield* place(orderOf(3n))
      const fourth = yield* read(...calls)
      assert.isDefined(prefetchedSnapshot(calls, [fourth, fourth]))
    })
  )
})
