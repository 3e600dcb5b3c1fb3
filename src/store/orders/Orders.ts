import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { contactIndex } from "../../domain/contacts/contactIndex.ts"
import { addressesOf, type OrderBatch, type OrderSnapshot } from "../../domain/orders/decideOrders.ts"
import type { Order, PlaceOrder } from "../../domain/orders/Order.ts"
import type { OtherOrders } from "../../domain/orders/orderPreview.ts"
import { readOrderSnapshot } from "./orderSnapshot.ts"
import { texts } from "../database/parameters.ts"
import { identityNames, lock } from "../reads.ts"
import { SuppressionList } from "../contacts/SuppressionList.ts"
import { Millis } from "../rows.ts"
import { prefetchKeysOf, type PrefetchedOrders, selectPrefetched } from "./PrefetchedOrders.ts"
import { appendLedger, readRanges, rowsJson, saveContacts, saveOrders, saveTriggers } from "../writes.ts"

const decodeOthers = Schema.decodeUnknownEffect(
  Schema.Array(
    Schema.Struct({
      contact_id: Schema.String,
      first_order_at: Schema.NullOr(Millis),
      last_order_at: Schema.NullOr(Millis)
    })
  )
)

/** What a batch of calls is judged against, as it was read. */
export interface ReadOrders extends OrderSnapshot {
  /** The accounts that have flows to tell of what happens. */
  readonly listening: ReadonlySet<string>
  /** Tells whether all of it still is as it was; null when that can't be told, and it has to be read again while it is held. */
  readonly versions: ReadonlyArray<string> | null
}

/**
 * What was read of the calls when they were admitted, if that was all of them, at moments that agree, and if no account needs to
 * be asked whom it remembers. It may lack what only an account tells of names, and be of before a call came: nothing may rest on
 * it but what `saveUnchanged` writes.
 */
export const readBefore = (
  calls: ReadonlyArray<PlaceOrder>,
  reads: ReadonlyArray<PrefetchedOrders | null>
): ReadOrders | undefined => {
  const known = reads.filter((read) => read !== null)
  if (known.length < calls.length) return undefined
  const { remembering, agree, ...read } = selectPrefetched(calls, [...new Set(known)])
  const contacts = contactIndex(read.contacts)
  const asks = addressesOf(calls, read.orders).some(
    (one) => remembering.has(one.account_id) && contacts.addsAddress(one)
  )
  return agree && !asks ? { ...read, suppressions: [] } : undefined
}

type Changes = Pick<OrderBatch, "orders" | "contacts" | "inexact" | "ledger" | "triggers">

/** Orders with the contacts they belong to. Every member joins the open transaction. */
export class Orders extends Context.Service<
  Orders,
  {
    /** Reads what the calls touch. */
    readonly load: (calls: ReadonlyArray<PlaceOrder>) => Effect.Effect<ReadOrders, SqlError.SqlError>
    /**
     * `load` that holds orders, contacts and identities until the transaction ends. Sorted, so that no two batches wait for each
     * other. `stored` are the orders as they were read before: what they name is held from the start.
     */
    readonly hold: (
      calls: ReadonlyArray<PlaceOrder>,
      stored: ReadonlyArray<Order>
    ) => Effect.Effect<ReadOrders, SqlError.SqlError>
    /** The first and last time of the orders that contacts have beside the one of the call. */
    readonly others: (
      call: PlaceOrder,
      contacts: OrderBatch["inexact"]
    ) => Effect.Effect<ReadonlyArray<OtherOrders>, SqlError.SqlError>
    /** Writes what a batch comes to, triggers included: a trigger is a key, so one told twice is an error. */
    readonly save: (changes: Changes) => Effect.Effect<void, SqlError.SqlError>
    /**
     * `hold` and `save` in one statement, which holds what it writes; needs no open transaction unless `inexact` names somebody.
     * False, and nothing is written, when what was read is not as it was any more, or can't be told to be.
     */
    readonly saveUnchanged: (
      calls: ReadonlyArray<PlaceOrder>,
      read: Pick<ReadOrders, "orders" | "versions">,
      changes: Changes
    ) => Effect.Effect<boolean, SqlError.SqlError>
  }
>()("tally/store/orders/Orders") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const suppressionList = yield* SuppressionList
      const load = Effect.fnUntraced(function* (calls: ReadonlyArray<PlaceOrder>, options: { readonly hold: boolean }) {
        const {
          remembering,
          agree: _,
          ...read
        } = selectPrefetched(calls, [yield* readOrderSnapshot(sql, calls, options)])
        const addresses = addressesOf(calls, read.orders)
        const asked = addresses.filter(({ account_id }) => remembering.has(account_id))
        if (asked.length === 0) return { ...read, suppressions: [] }
        const found = yield* suppressionList.loadForNew(asked, read.contacts)
        return {
          ...read,
          suppressions: addresses.map((one) => found[asked.indexOf(one)] ?? {}),
          // Suppressions are unversioned: they are read again under the lock.
          versions: found.length > 0 ? null : read.versions
        }
      })

      const hold: typeof Orders.Service.hold = (calls, stored) =>
        Effect.gen(function* () {
          const names = namesToLock(calls, stored)
          yield* lock(sql, names)
          const read = yield* load(calls, { hold: true })
          // An order that was given a phone since it was read: its owner is held too, before anything rests on it.
          const held = new Set(names)
          return namesToLock(calls, read.orders).every((name) => held.has(name))
            ? read
            : yield* hold(calls, read.orders)
        })

      return Orders.of({
        load: (calls) => load(calls, { hold: false }),
        hold,
        others: ({ account_id, order_id }, contacts) =>
          contacts.length === 0
            ? Effect.succeed([])
            : sql`
                SELECT contact_id, min(placed_at) FILTER (WHERE order_id <> ${order_id}) AS first_order_at,
                  max(placed_at) FILTER (WHERE order_id <> ${order_id}) AS last_order_at
                FROM orders WHERE account_id = ${account_id}
                  AND contact_id = ANY(${texts(contacts.map(({ contact_id }) => contact_id))})
                GROUP BY contact_id ORDER BY contact_id`.pipe(
                Effect.flatMap((rows) => Effect.orDie(decodeOthers(rows)))
              ),
        save: Effect.fnUntraced(function* ({ orders, contacts, inexact, ledger, triggers }) {
          if (orders.length + contacts.length + ledger.length + triggers.length === 0) return
          yield* sql`
            WITH people AS (${saveContacts(sql, contacts)}), lines AS (${appendLedger(sql, ledger)}),
              happened AS (${saveTriggers(sql, triggers)})
            ${saveOrders(sql, orders)}`
          if (inexact.length > 0) yield* readRanges(sql, inexact)
        }),
        saveUnchanged: Effect.fnUntraced(function* (calls, read, { orders, contacts, inexact, ledger, triggers }) {
          if (read.versions === null) return false
          const provided = sql`(SELECT unchanged FROM held)`
          const rows = yield* sql`
            WITH held AS MATERIALIZED (
              SELECT hold_orders(${texts(namesToLock(calls, read.orders))}, ${rowsJson(calls.map(callRow))}::json,
                ${texts(read.versions.toSorted())}) AS unchanged
            ), people AS (${saveContacts(sql, contacts, provided)}), lines AS (${appendLedger(sql, ledger, provided)}),
              happened AS (${saveTriggers(sql, triggers, provided)}), placed AS (${saveOrders(sql, orders, provided)})
            SELECT unchanged FROM held`
          const unchanged = rows[0]?.["unchanged"] === true
          if (unchanged && inexact.length > 0) yield* readRanges(sql, inexact)
          return unchanged
        })
      })
    })
  )
}

const callRow = (call: PlaceOrder) => ({ ...prefetchKeysOf(call), order_id: String(call.order_id) })

/** The lock names of the calls' orders, and of the addresses that they are judged with. */
const namesToLock = (calls: ReadonlyArray<PlaceOrder>, stored: ReadonlyArray<Order>): ReadonlyArray<string> => [
  ...calls.map(({ account_id, order_id }) => `${account_id}|order|${order_id}`),
  ...addressesOf(calls, stored).flatMap(identityNames)
]
