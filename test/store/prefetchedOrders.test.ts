import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { selectedRows } from "../../src/domain/orders/prefetchedOrders.ts"
import { keysOfCall, snapshotOfRows } from "../../src/domain/orders/VersionedSnapshot.ts"
import { PlaceOrders } from "../../src/programs/orders/PlaceOrders.ts"
import { Orders } from "../../src/store/orders/Orders.ts"
import { prefetchOrders, readOrderRows } from "../../src/store/orders/readOrderRows.ts"
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
    /** The rows of the calls, as the statement of admissions gives them. */
    read: (...calls: ReadonlyArray<ReturnType<typeof call>>) => {
      const requests = calls.map(keysOfCall).map(({ account_id, ...keys }) => ({
        account_id,
        keys: { ...keys, order_id: String(keys.order_id) }
      }))
      const asked = sql`(SELECT * FROM json_to_recordset(${JSON.stringify(requests)}::json) AS r (account_id text, keys json))`
      return Effect.map(
        sql<{ readonly kind: string; readonly value: unknown }>`${prefetchOrders(sql, asked)}`,
        (rows) => ({ rows })
      )
    },
    contacts: sql<{ readonly email: string; readonly order_count: number }>`SELECT email, order_count FROM contacts
      WHERE account_id = ${account_id} ORDER BY email LIMIT 10`.pipe(
      Effect.map((rows) => rows.map(({ email, order_count }) => [email, order_count]))
    )
  }
})

onBoth("prefetched orders", PlacingLayer, (it) => {
  it.effect.prop(
    "have the same state read among others as alone",
    [History, History],
    ([history, asked]) =>
      Effect.gen(function* () {
        const { account_id, place, sql } = yield* shop
        for (const calls of batchesOf(history, { account_id })) yield* Effect.forEach(calls, (each) => place(each))
        const calls = asked.map((step, at) => toCall(step, at, { account_id }))
        const others = history.map((step, at) => toCall(step, at, { account_id }))
        const few = calls.slice(0, 1 + calls.length / 2)
        const stateOf = Effect.fnUntraced(function* (...read: ReadonlyArray<ReturnType<typeof call>>) {
          const rows = selectedRows(few, [yield* readOrderRows(sql, read, { forUpdate: false })])
          const { orders, contacts, versions, ...rest } = snapshotOfRows(few, rows ?? assert.fail())
          return {
            ...rest,
            orders: orders.toSorted((a, b) => Number(a.order_id - b.order_id)),
            contacts: contacts.toSorted((a, b) => a.contact_id.localeCompare(b.contact_id)),
            versions: Object.values(versions).map((found) =>
              found.map((row: unknown) => JSON.stringify(row)).toSorted()
            )
          }
        })
        assert.deepStrictEqual(yield* stateOf(...others, ...calls), yield* stateOf(...few))
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

  it.effect("are not used when one is missing, when two reads disagree, or when an account was not read", () =>
    Effect.gen(function* () {
      const { prefetched } = yield* Orders
      const { account_id, orderOf, place, read } = yield* shop
      const calls = [orderOf(1n), orderOf(2n)]
      const first = yield* read(...calls)
      assert.isDefined(yield* prefetched(calls, [first, yield* read(...calls)]))
      assert.isUndefined(yield* prefetched(calls, [first, null]))
      yield* seedIntegration(account_id)
      const second = yield* read(...calls)
      assert.isUndefined(yield* prefetched(calls, [first, second]))
      assert.isDefined(yield* prefetched(calls, [second, second]))
      assert.isUndefined(
        yield* prefetched(calls.slice(1), [{ rows: second.rows.filter(({ kind }) => kind !== "account") }])
      )
      yield* place(orderOf(1n))
      const third = yield* read(...calls)
      yield* place(orderOf(1n, { fields: { total: "5" } }))
      assert.isUndefined(yield* prefetched(calls, [third, yield* read(...calls)]))
    })
  )

  it.effect("are not used for an order whose contact was too large to be read", () =>
    Effect.gen(function* () {
      const { account_id, contacts, orderOf, place, read, sql } = yield* shop
      yield* Effect.forEach([1n, 2n], (order_id) => place(orderOf(order_id)))
      yield* sql`UPDATE contacts SET first_name = repeat('n', 20000) WHERE account_id = ${account_id}`
      const moved = orderOf(2n, { fields: { email: bob } })
      const prefetched = yield* read(moved)
      assert.deepStrictEqual(
        prefetched.rows.map(({ kind }) => kind),
        ["order", "account"]
      )
      yield* place(moved, prefetched)
      assert.deepStrictEqual(yield* contacts, [
        [ada, 1],
        [bob, 1]
      ])
    })
  )

  it.effect("of an account with suppressions are looked up for the new address", () =>
    Effect.gen(function* () {
      const { account_id, orderOf, place, read, sql } = yield* shop
      const prefetched = yield* read(orderOf(1n))
      yield* sql`INSERT INTO suppressions (account_id, identity_hash, state, cause, recorded_at)
        VALUES (${account_id}, 'of somebody', 'unsubscribed', 'erasure', now())`
      yield* place(orderOf(1n), prefetched)
      yield* place(orderOf(2n), yield* read(orderOf(2n)))
      const orders = yield* sql`SELECT order_id FROM orders WHERE account_id = ${account_id} LIMIT 10`
      assert.strictEqual(orders.length, 2)
    })
  )
})
