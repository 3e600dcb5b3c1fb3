import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { Unavailable } from "../../domain/Errors.ts"
import type { Integration, Order } from "../../domain/orders/Order.ts"
import { OrderRow, orderColumns } from "./OrderRow.ts"
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

/** Where a list goes on: after the order placed at `placed_at` with this id. */
interface OrderPosition {
  readonly placed_at: number
  readonly order_id: bigint
}

/** Orders as people look at them, newest placed first. */
export class OrderQueries extends Context.Service<
  OrderQueries,
  {
    readonly list: (of: {
      readonly account_id: string
      readonly contact_id: string | null
      readonly after: OrderPosition | null
      readonly limit: number
    }) => Effect.Effect<ReadonlyArray<ListedOrder>, Unavailable>
    readonly get: (account_id: string, order_id: bigint) => Effect.Effect<ListedOrder | undefined, Unavailable>
    /** Counts no further than `most`. */
    readonly count: (account_id: string, contact_id: string | null, most: number) => Effect.Effect<number, Unavailable>
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
        list: ({ account_id, contact_id, after, limit }) =>
          retried(sql`${select} WHERE orders.account_id = ${account_id} ${ofContact(contact_id)}
            ${after === null ? sql`` : sql`AND (placed_at, order_id) < (${new Date(after.placed_at)}, ${after.order_id})`}
            ORDER BY placed_at DESC, order_id DESC LIMIT ${limit}`).pipe(Effect.flatMap(listed)),
        get: (account_id, order_id) =>
          retried(sql`${select} WHERE orders.account_id = ${account_id} AND order_id = ${order_id}`).pipe(
            Effect.flatMap(listed),
            Effect.map(([order]) => order)
          ),
        count: (account_id, contact_id, most) =>
          retried(sql<{ readonly total: number }>`SELECT count(*)::int AS total FROM (
            SELECT 1 FROM orders WHERE account_id = ${account_id} ${ofContact(contact_id)} LIMIT ${most}) counted`).pipe(
            Effect.map(([row]) => row?.total ?? 0)
          )
      })
    })
  )
}
