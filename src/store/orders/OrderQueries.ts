import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { Unavailable } from "../../domain/Errors.ts"
import type { KeysetSlice } from "../../domain/lists/ListPosition.ts"
import type { Integration, Order } from "../../domain/orders/Order.ts"
import { OrderRow, orderColumns } from "./OrderRow.ts"
import { countUpTo, keyset } from "../database/paging.ts"
import { retried } from "../database/Transaction.ts"

const Listed = Schema.Struct({
  ...OrderRow.fields,
  store_name: Schema.NullOr(Schema.String),
  store_url: Schema.NullOr(Schema.String)
})
const decode = Schema.decodeUnknownEffect(Schema.Array(Listed))

/** An order with the store it came from. */
export interface ListedOrder {
  readonly order: Order
  readonly integration: Pick<Integration, "store_name" | "store_url"> | undefined
}

/** The sort key of a list. */
export interface OrderPosition {
  readonly placed_at: number
  readonly order_id: bigint
}

/** Orders as people look at them, newest placed first. */
export class OrderQueries extends Context.Service<
  OrderQueries,
  {
    readonly list: (
      of: { readonly account_id: string; readonly contact_id: string | null } & KeysetSlice<OrderPosition>
    ) => Effect.Effect<ReadonlyArray<ListedOrder>, Unavailable>
    readonly get: (account_id: string, order_id: bigint) => Effect.Effect<ListedOrder | undefined, Unavailable>
    /** Counts up to `max`. */
    readonly count: (account_id: string, contact_id: string | null, max: number) => Effect.Effect<number, Unavailable>
  }
>()("tally/store/orders/OrderQueries") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const select = sql`SELECT ${sql.literal(orderColumns)}, integrations.store_name, integrations.store_url
        FROM orders LEFT JOIN integrations USING (account_id, integration_id)`
      const listed = (rows: unknown) =>
        Effect.map(Effect.orDie(decode(rows)), (orders) =>
          orders.map(({ store_name, store_url, ...order }): ListedOrder => ({
            order,
            integration: store_name === null || store_url === null ? undefined : { store_name, store_url }
          }))
        )
      const ofContact = (contact_id: string | null) =>
        contact_id === null ? sql`` : sql`AND orders.contact_id = ${contact_id}`
      return OrderQueries.of({
        list: ({ account_id, contact_id, before, limit }) => {
          const key = before === null ? null : [sql`${new Date(before.placed_at)}`, sql`${before.order_id}`]
          return retried(sql`${select} WHERE orders.account_id = ${account_id} ${ofContact(contact_id)}
            ${keyset(sql, ["placed_at", "order_id"], key, limit)}`).pipe(Effect.flatMap(listed))
        },
        get: (account_id, order_id) =>
          retried(sql`${select} WHERE orders.account_id = ${account_id} AND order_id = ${order_id}`).pipe(
            Effect.flatMap(listed),
            Effect.map(([order]) => order)
          ),
        count: (account_id, contact_id, max) =>
          retried(countUpTo(sql, sql`FROM orders WHERE account_id = ${account_id} ${ofContact(contact_id)}`, max))
      })
    })
  )
}
