import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import type { OrderBatch, OrderSnapshot } from "../domain/decideOrders.ts"
import { Integration, type PlaceOrder } from "../domain/Order.ts"
import type { OtherOrders } from "../domain/orderPreview.ts"
import { orderColumns, OrderRow } from "./OrderRow.ts"
import { bigints, texts } from "./parameters.ts"
import { identityNames, lock, readContacts } from "./reads.ts"
import { RememberedConsents } from "./RememberedConsents.ts"
import { Millis } from "./rows.ts"
import { appendLedger, readRanges, saveContacts, saveOrders } from "./writes.ts"

const decodeOrders = Schema.decodeUnknownEffect(Schema.Array(OrderRow))
const decodeOthers = Schema.decodeUnknownEffect(
  Schema.Array(
    Schema.Struct({
      contact_id: Schema.String,
      first_order_at: Schema.NullOr(Millis),
      last_order_at: Schema.NullOr(Millis)
    })
  )
)
const decodeIntegrations = Schema.decodeUnknownEffect(Schema.Array(Integration))

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
    ) => Effect.Effect<OrderSnapshot, SqlError.SqlError>
    /** The first and last time of the orders that contacts have beside the one of the call. */
    readonly others: (
      call: PlaceOrder,
      contacts: OrderBatch["inexact"]
    ) => Effect.Effect<ReadonlyArray<OtherOrders>, SqlError.SqlError>
    readonly save: (
      changes: Pick<OrderBatch, "orders" | "contacts" | "inexact" | "ledger">
    ) => Effect.Effect<void, SqlError.SqlError>
  }
>()("tally/store/Orders") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const remembered = yield* RememberedConsents
      return Orders.of({
        lock: (calls) => lock(sql, calls.flatMap(lockNames)),
        load: Effect.fnUntraced(function* (calls, { hold }) {
          const accounts = calls.map(({ account_id }) => account_id)
          const identities = calls.map(identityOf)
          const orders = yield* sql`
            SELECT ${sql.literal(orderColumns)}
            FROM orders JOIN unnest(${texts(accounts)}, ${bigints(calls.map(({ order_id }) => order_id))})
              AS call (account_id, order_id) USING (account_id, order_id)
            ORDER BY account_id, order_id ${hold ? sql`FOR UPDATE OF orders` : sql``}`.pipe(
            Effect.flatMap((rows) => Effect.orDie(decodeOrders(rows)))
          )
          const contacts = yield* readContacts(
            sql,
            [...identities, ...orders.map((order) => ({ ...order, email: null, phone: null }))],
            { hold }
          )
          const integrations = yield* sql`
            SELECT account_id, integration_id, digest, active, store_name, store_url FROM integrations
            WHERE account_id = ANY(${texts([...new Set(accounts)])}) ORDER BY account_id, integration_id`.pipe(
            Effect.flatMap((rows) => Effect.orDie(decodeIntegrations(rows)))
          )
          return { orders, contacts, integrations, remembered: yield* remembered.loadForNew(identities, contacts) }
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
        save: Effect.fnUntraced(function* ({ orders, contacts, inexact, ledger }) {
          if (contacts.length > 0) yield* saveContacts(sql, contacts)
          if (orders.length > 0) yield* saveOrders(sql, orders)
          if (inexact.length > 0) yield* readRanges(sql, inexact)
          if (ledger.length > 0) yield* appendLedger(sql, ledger)
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

const lockNames = (call: PlaceOrder): ReadonlyArray<string> => [
  `${call.account_id}|order|${call.order_id}`,
  ...identityNames(identityOf(call))
]
