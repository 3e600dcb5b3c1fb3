import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { Unavailable } from "../../domain/Errors.ts"
import type { KeysetSlice } from "../../domain/lists/ListPosition.ts"
import type { Integration, Order } from "../../domain/orders/Order.ts"
import { OrderRow, orderColumns } from "./OrderRow.ts"
import { countUpTo, keyset } from "../database/paging.ts"
import { query, queryOne } from "../database/query.ts"
import { retried } from "../database/Transaction.ts"

const ListedOrderRow = Schema.Struct({
  ...OrderRow.fields,
  store_name: Schema.NullOr(Schema.String),
  store_url: Schema.NullOr(Schema.String)
})

/** An order with the store it came from. */
export interface ListedOrder {
  readonly order: Order
  readonly integration: Pick<Integration, "store_name" | "store_url"> | undefined
}

const listedOrder = ({ store_name, store_url, ...order }: typeof ListedOrderRow.Type): ListedOrder => ({
  order,
  integration: store_name === null || store_url === null ? undefined : { store_name, store_url }
})

/** The sort key of a list. */
export interface OrderPosition {
  readonly placed_at: number
  readonly order_id: bigint
}

/** Orders for the dashboard, latest `placed_at` first. */
export class OrderQueries extends Context.Service<
  OrderQueries,
  {
    readonly list: (
      filter: { readonly account_id: string; readonly contact_id: string | null } & KeysetSlice<OrderPosition>
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
      const select = (account_id: string) => sql`
        SELECT ${sql.literal(orderColumns)}, integrations.store_name, integrations.store_url FROM orders
        LEFT JOIN integrations ON integrations.account_id = ${account_id} AND integrations.integration_id = orders.integration_id`
      const contactFilter = (contact_id: string | null) =>
        contact_id === null ? sql`` : sql`AND orders.contact_id = ${contact_id}`
      return OrderQueries.of({
        list: ({ account_id, contact_id, before, limit }) => {
          const key = before === null ? null : [sql`${new Date(before.placed_at)}`, sql`${before.order_id}`]
          return retried(sql`${select(account_id)} WHERE orders.account_id = ${account_id} ${contactFilter(contact_id)}
            ${keyset(sql, ["placed_at", "order_id"], key, limit)}`).pipe(
            query(ListedOrderRow),
            Effect.map((rows) => rows.map(listedOrder))
          )
        },
        get: (account_id, order_id) =>
          retried(sql`${select(account_id)} WHERE orders.account_id = ${account_id} AND order_id = ${order_id}`).pipe(
            queryOne(ListedOrderRow),
            Effect.map((row) => (row === undefined ? undefined : listedOrder(row)))
          ),
        count: (account_id, contact_id, max) =>
          retried(countUpTo(sql, sql`FROM orders WHERE account_id = ${account_id} ${contactFilter(contact_id)}`, max))
      })
    })
  )
}
