import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { contactIndex } from "../domain/contactIndex.ts"
import type { OrderBatch, OrderSnapshot } from "../domain/decideOrders.ts"
import type { PlaceOrder } from "../domain/Order.ts"
import type { OtherOrders } from "../domain/orderPreview.ts"
import { readOrderSnapshot } from "./orderSnapshot.ts"
import { texts } from "./parameters.ts"
import { identityNames, lock } from "./reads.ts"
import { RememberedConsents } from "./RememberedConsents.ts"
import { Millis } from "./rows.ts"
import { namesOf, type SeenOrders, seenOf } from "./SeenOrders.ts"
import { appendLedger, readRanges, rowsJson, saveContacts, saveOrders, saveTriggers } from "./writes.ts"

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
  reads: ReadonlyArray<SeenOrders | null>
): ReadOrders | undefined => {
  const known = reads.filter((read) => read !== null)
  if (known.length < calls.length) return undefined
  const { remembering, agree, ...read } = seenOf(calls, [...new Set(known)])
  const contacts = contactIndex(read.contacts)
  const asks = calls.some((call) => remembering.has(call.account_id) && !contacts.knows(identityOf(call)))
  return agree && !asks ? { ...read, remembered: [] } : undefined
}

type Changes = Pick<OrderBatch, "orders" | "contacts" | "inexact" | "ledger" | "triggers">

/** Orders with the contacts they belong to. Every member joins the open transaction. */
export class Orders extends Context.Service<
  Orders,
  {
    /** Holds the orders and identities of the calls until the transaction ends. Sorted, so that no two batches wait for each other. */
    readonly lock: (calls: ReadonlyArray<PlaceOrder>) => Effect.Effect<void, SqlError.SqlError>
    /** Reads what the calls touch, and locks it on `hold`. Contract: to hold, after `lock` in the same transaction. */
    readonly load: (
      calls: ReadonlyArray<PlaceOrder>,
      options: { readonly hold: boolean }
    ) => Effect.Effect<ReadOrders, SqlError.SqlError>
    /** The first and last time of the orders that contacts have beside the one of the call. */
    readonly others: (
      call: PlaceOrder,
      contacts: OrderBatch["inexact"]
    ) => Effect.Effect<ReadonlyArray<OtherOrders>, SqlError.SqlError>
    /** Writes what a batch comes to, triggers included: a trigger is a key, so one told twice is an error. */
    readonly save: (changes: Changes) => Effect.Effect<void, SqlError.SqlError>
    /**
     * `lock` and `save` in one statement, which holds what it writes; needs no open transaction unless `inexact` names somebody.
     * False, and nothing is written, when what was read is not as it was any more.
     */
    readonly saveUnchanged: (
      calls: ReadonlyArray<PlaceOrder>,
      versions: ReadonlyArray<string>,
      changes: Changes
    ) => Effect.Effect<boolean, SqlError.SqlError>
  }
>()("tally/store/Orders") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const remembered = yield* RememberedConsents
      return Orders.of({
        lock: (calls) => lock(sql, calls.flatMap(lockNames)),
        load: Effect.fnUntraced(function* (calls, options) {
          const { remembering, agree: _, ...read } = seenOf(calls, [yield* readOrderSnapshot(sql, calls, options)])
          const asked = calls.filter(({ account_id }) => remembering.has(account_id))
          if (asked.length === 0) return { ...read, remembered: [] }
          const found = yield* remembered.loadForNew(asked.map(identityOf), read.contacts)
          return {
            ...read,
            remembered: calls.map((call) => found[asked.indexOf(call)] ?? {}),
            // What is remembered of somebody has no version.
            versions: found.length > 0 ? null : read.versions
          }
        }),
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
        saveUnchanged: Effect.fnUntraced(function* (calls, versions, { orders, contacts, inexact, ledger, triggers }) {
          const provided = sql`(SELECT unchanged FROM held)`
          const rows = yield* sql`
            WITH held AS MATERIALIZED (
              SELECT hold_orders(${texts(calls.flatMap(lockNames))}, ${rowsJson(calls.map(callRow))}::json,
                ${texts(versions.toSorted())}) AS unchanged
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

const identityOf = ({ account_id, fields: { email, phone } }: PlaceOrder) => ({
  account_id,
  email: email ?? null,
  phone: phone ?? null,
  contact_id: null
})

const callRow = (call: PlaceOrder) => ({ ...namesOf(call), order_id: String(call.order_id) })

const lockNames = (call: PlaceOrder): ReadonlyArray<string> => [
  `${call.account_id}|order|${call.order_id}`,
  ...identityNames(identityOf(call))
]
