import { Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { addressesOf, type OrderBatch } from "../../domain/orders/decideOrders.ts"
import type { Order, PlaceOrder } from "../../domain/orders/Order.ts"
import { selectedRows } from "../../domain/orders/prefetchedOrders.ts"
import {
  type OrderRows,
  snapshotOfRows,
  type SnapshotVersions,
  type VersionedSnapshot
} from "../../domain/orders/VersionedSnapshot.ts"
import type { OtherOrders } from "../../domain/orders/orderPreview.ts"
import { contactParameter } from "../contacts/contactParameter.ts"
import { ledgerParameter } from "../contacts/ledgerParameter.ts"
import { identityLocks } from "../contacts/readContacts.ts"
import { SuppressionList } from "../contacts/SuppressionList.ts"
import { accountFunction } from "../distributed/accountOf.ts"
import { jsonRows, rowsJson, texts } from "../sql/parameters.ts"
import type { Prefetched } from "../admission/Prefetch.ts"
import { advisoryLock } from "../database/advisoryLock.ts"
import { query } from "../sql/query.ts"
import { Millis, timeText } from "../sql/timestamps.ts"
import { orderParameter, triggerParameter } from "./orderParameters.ts"
import { decodeOrderRows, readOrderRows } from "./readOrderRows.ts"

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
     * `load` from rows that were read with the admissions of the calls: undefined where those can't be used. Some may be missing or old, so it is
     * for `saveIfUnchanged` alone.
     */
    readonly prefetched: (
      calls: ReadonlyArray<PlaceOrder>,
      reads: ReadonlyArray<Prefetched | null>
    ) => Effect.Effect<VersionedSnapshot | undefined, SqlError.SqlError>
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
    /** Writes the changes of a batch, decided under the locks of `loadLocked`. Writing a trigger twice is an error. */
    readonly save: (changes: Changes) => Effect.Effect<void, SqlError.SqlError>
    /** Notes with each store the last order that it took from another. */
    readonly noteOverwritten: (changes: Pick<OrderBatch, "overwritten">) => Effect.Effect<void, SqlError.SqlError>
    /**
     * Locks, compares the versions and writes, in one statement. Returns false, with nothing written, when a version has changed or `versions` is null.
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

      const snapshotOf = Effect.fnUntraced(function* (calls: ReadonlyArray<PlaceOrder>, found: OrderRows) {
        const { accountsWithSuppressions, ...rows } = snapshotOfRows(calls, found)
        const addresses = addressesOf(calls, rows.orders)
        const lookups = addresses.filter(({ account_id }) => accountsWithSuppressions.has(account_id))
        if (lookups.length === 0) return { ...rows, suppressions: [] }
        const suppressed = yield* suppressions.loadForNew(lookups, rows.contacts)
        return {
          ...rows,
          suppressions: addresses.map((address) => suppressed[lookups.indexOf(address)] ?? {}),
          // Suppressions are unversioned: read them again under the locks.
          versions: suppressed.length > 0 ? null : rows.versions
        }
      })
      const load = (calls: ReadonlyArray<PlaceOrder>, options: { readonly forUpdate: boolean }) =>
        Effect.flatMap(readOrderRows(sql, calls, options), (rows) => snapshotOf(calls, rows))

      const prefetched: typeof Orders.Service.prefetched = Effect.fnUntraced(function* (calls, reads) {
        if (reads.includes(null)) return undefined
        const found = yield* Effect.forEach(new Set(reads), (read) => decodeOrderRows(read?.rows ?? []))
        const rows = selectedRows(calls, found)
        return rows === undefined ? undefined : yield* snapshotOf(calls, rows)
      })

      const loadLocked: typeof Orders.Service.loadLocked = (calls, stored) =>
        Effect.gen(function* () {
          const names = lockNames(calls, stored)
          yield* advisoryLock(sql, calls[0]?.account_id ?? "", names)
          const snapshot = yield* load(calls, { forUpdate: true })
          // An order may have been given another address since it was read: lock that address before reading its contact.
          const locked = new Set(names)
          return lockNames(calls, snapshot.orders).every((name) => locked.has(name))
            ? snapshot
            : yield* loadLocked(calls, snapshot.orders)
        })

      // Without `read` the locks are held and the changes were decided under them.
      const write = (
        accounts: ReadonlyArray<{ readonly account_id: string }>,
        read: { readonly names: ReadonlyArray<string>; readonly versions: SnapshotVersions } | null,
        { orders, contacts, staleRanges, ledger, triggers }: Changes
      ) =>
        sql`SELECT ${accountFunction(sql, "place_orders", accounts, [
          sql`${texts(read?.names ?? [])}`,
          sql`${read === null ? null : rowsJson(read.versions.orders)}::json`,
          jsonRows(sql, read?.versions.contacts ?? []),
          jsonRows(sql, read?.versions.vacant ?? []),
          sql`${texts(read?.versions.unsuppressed ?? [])}`,
          contactParameter(sql, contacts),
          jsonRows(sql, staleRanges),
          ledgerParameter(sql, ledger),
          triggerParameter(sql, triggers),
          orderParameter(sql, orders)
        ])} AS unchanged`

      return Orders.of({
        load: (calls) => load(calls, { forUpdate: false }),
        prefetched,
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
        save: (changes) => (isEmpty(changes) ? Effect.void : Effect.asVoid(write(accountsOf(changes), null, changes))),
        noteOverwritten: ({ overwritten }) =>
          Effect.forEach(
            new Map(overwritten.map((each) => [each.to.integration_id, each])).values(),
            Effect.fnUntraced(function* ({ account_id, order_id, from, to }) {
              const now = timeText(yield* Clock.currentTimeMillis)
              yield* sql`UPDATE integrations SET overwrote_order_id = ${order_id}::bigint,
                  overwrote_integration_id = ${from.integration_id}, overwrote_at = ${now}::timestamptz
                WHERE account_id = ${account_id} AND integration_id = ${to.integration_id}`
            }),
            { discard: true }
          ),
        saveIfUnchanged: (calls, { orders, versions }, changes) =>
          versions === null
            ? Effect.succeed(false)
            : Effect.map(
                write(calls, { names: lockNames(calls, orders), versions }, changes),
                ([row]) => row?.["unchanged"] === true
              )
      })
    })
  )
}

const isEmpty = ({ orders, contacts, ledger, triggers }: Changes): boolean =>
  orders.length + contacts.length + ledger.length + triggers.length === 0

const accountsOf = ({ orders, contacts, ledger, triggers }: Changes) => [...orders, ...contacts, ...ledger, ...triggers]

/** The advisory lock names of the calls' orders and of the addresses that their contacts are found by. */
const lockNames = (calls: ReadonlyArray<PlaceOrder>, stored: ReadonlyArray<Order>): ReadonlyArray<string> => [
  ...calls.map(({ account_id, order_id }) => `${account_id}|order|${order_id}`),
  ...addressesOf(calls, stored).flatMap(identityLocks)
]
