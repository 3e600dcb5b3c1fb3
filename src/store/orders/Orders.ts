import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { addressesOf, type OrderBatch } from "../../domain/orders/decideOrders.ts"
import type { Order, PlaceOrder } from "../../domain/orders/Order.ts"
import { keysOfCall, selectPrefetched, type VersionedSnapshot } from "../../domain/orders/OrderPrefetch.ts"
import type { OtherOrders } from "../../domain/orders/orderPreview.ts"
import { appendLedger } from "../contacts/appendLedger.ts"
import { identityLocks } from "../contacts/readContacts.ts"
import { saveContacts } from "../contacts/saveContacts.ts"
import { SuppressionList } from "../contacts/SuppressionList.ts"
import { advisoryLock } from "../database/advisoryLock.ts"
import { rowsJson, texts } from "../database/parameters.ts"
import { query } from "../database/query.ts"
import { Millis } from "../database/timestamps.ts"
import { readOrderSnapshot } from "./orderSnapshot.ts"
import { saveOrders, saveTriggers, updateOrderRanges } from "./saveOrders.ts"

const OtherOrdersRow = Schema.Struct({
  contact_id: Schema.String,
  first_order_at: Schema.NullOr(Millis),
  last_order_at: Schema.NullOr(Millis)
})

type Changes = Pick<OrderBatch, "orders" | "contacts" | "staleRanges" | "ledger" | "triggers">

/** Orders with the contacts they belong to. Every member joins the open transaction. */
export class Orders extends Context.Service<
  Orders,
  {
    /** Reads the rows that the calls touch. */
    readonly load: (calls: ReadonlyArray<PlaceOrder>) => Effect.Effect<VersionedSnapshot, SqlError.SqlError>
    /**
     * `load` under locks on orders, contacts and addresses until the transaction ends. Locks are taken in one order, so that no two
     * batches deadlock. `stored` are the orders as last read: their addresses are locked too.
     */
    readonly loadLocked: (
      calls: ReadonlyArray<PlaceOrder>,
      stored: ReadonlyArray<Order>
    ) => Effect.Effect<VersionedSnapshot, SqlError.SqlError>
    /** The first and last order of each contact without the order of the call. */
    readonly otherOrders: (
      call: PlaceOrder,
      contacts: OrderBatch["staleRanges"]
    ) => Effect.Effect<ReadonlyArray<OtherOrders>, SqlError.SqlError>
    /** Writes the changes of a batch in one statement, or two with `staleRanges`. Writing a trigger twice is an error. */
    readonly save: (changes: Changes) => Effect.Effect<void, SqlError.SqlError>
    /**
     * Locks, compares the versions and writes, in one statement; with `staleRanges` it takes a second one and needs an open transaction.
     * Returns false, with nothing written, when a version has changed or `versions` is null.
     */
    readonly saveIfUnchanged: (
      calls: ReadonlyArray<PlaceOrder>,
      read: Pick<VersionedSnapshot, "orders" | "versions">,
      changes: Changes
    ) => Effect.Effect<boolean, SqlError.SqlError>
  }
>()("tally/store/orders/Orders") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const suppressions = yield* SuppressionList

      const load = Effect.fnUntraced(function* (
        calls: ReadonlyArray<PlaceOrder>,
        options: { readonly forUpdate: boolean }
      ) {
        const snapshot = yield* readOrderSnapshot(sql, calls, options)
        const { accountsWithSuppressions, isConsistent: _, ...rows } = selectPrefetched(calls, [snapshot])
        const addresses = addressesOf(calls, rows.orders)
        const lookups = addresses.filter(({ account_id }) => accountsWithSuppressions.has(account_id))
        if (lookups.length === 0) return { ...rows, suppressions: [] }
        const found = yield* suppressions.loadForNew(lookups, rows.contacts)
        return {
          ...rows,
          suppressions: addresses.map((address) => found[lookups.indexOf(address)] ?? {}),
          // Suppressions are unversioned: read them again under the locks.
          versions: found.length > 0 ? null : rows.versions
        }
      })

      const loadLocked: typeof Orders.Service.loadLocked = (calls, stored) =>
        Effect.gen(function* () {
          const names = lockNames(calls, stored)
          yield* advisoryLock(sql, names)
          const snapshot = yield* load(calls, { forUpdate: true })
          // An order may have been given another address since it was read: lock that address before reading its contact.
          const locked = new Set(names)
          return lockNames(calls, snapshot.orders).every((name) => locked.has(name))
            ? snapshot
            : yield* loadLocked(calls, snapshot.orders)
        })

      return Orders.of({
        load: (calls) => load(calls, { forUpdate: false }),
        loadLocked,
        otherOrders: ({ account_id, order_id }, contacts) =>
          contacts.length === 0
            ? Effect.succeed([])
            : sql`
                SELECT contact_id, min(placed_at) FILTER (WHERE order_id <> ${order_id}) AS first_order_at,
                  max(placed_at) FILTER (WHERE order_id <> ${order_id}) AS last_order_at
                FROM orders WHERE account_id = ${account_id}
                  AND contact_id = ANY(${texts(contacts.map(({ contact_id }) => contact_id))})
                GROUP BY contact_id ORDER BY contact_id`.pipe(query(OtherOrdersRow)),
        save: Effect.fnUntraced(function* ({ orders, contacts, staleRanges, ledger, triggers }) {
          if (orders.length + contacts.length + ledger.length + triggers.length === 0) return
          yield* sql`
            WITH saved_contacts AS (${saveContacts(sql, contacts)}), ledger AS (${appendLedger(sql, ledger)}),
              triggers AS (${saveTriggers(sql, triggers)})
            ${saveOrders(sql, orders)}`
          if (staleRanges.length > 0) yield* updateOrderRanges(sql, staleRanges)
        }),
        saveIfUnchanged: Effect.fnUntraced(function* (
          calls,
          read,
          { orders, contacts, staleRanges, ledger, triggers }
        ) {
          if (read.versions === null) return false
          const condition = sql`(SELECT unchanged FROM locked)`
          const rows = yield* sql`
            WITH locked AS MATERIALIZED (
              SELECT hold_orders(${texts(lockNames(calls, read.orders))}, ${rowsJson(calls.map(keyRow))}::json,
                ${texts(read.versions.toSorted())}) AS unchanged
            ), saved_contacts AS (${saveContacts(sql, contacts, condition)}),
              ledger AS (${appendLedger(sql, ledger, condition)}),
              triggers AS (${saveTriggers(sql, triggers, condition)}),
              saved_orders AS (${saveOrders(sql, orders, condition)})
            SELECT unchanged FROM locked`
          const unchanged = rows[0]?.["unchanged"] === true
          if (unchanged && staleRanges.length > 0) yield* updateOrderRanges(sql, staleRanges)
          return unchanged
        })
      })
    })
  )
}

const keyRow = (call: PlaceOrder) => ({ ...keysOfCall(call), order_id: String(call.order_id) })

/** The advisory lock names of the calls' orders and of the addresses that their contacts are found by. */
const lockNames = (calls: ReadonlyArray<PlaceOrder>, stored: ReadonlyArray<Order>): ReadonlyArray<string> => [
  ...calls.map(({ account_id, order_id }) => `${account_id}|order|${order_id}`),
  ...addressesOf(calls, stored).flatMap(identityLocks)
]
