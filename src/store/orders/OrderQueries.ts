import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { type Spending, spendingOf } from "../../domain/contacts/Spending.ts"
import type { Unavailable } from "../../domain/Errors.ts"
import type { KeysetSlice } from "../../domain/lists/ListPosition.ts"
import type { OrderSort } from "../../domain/orders/OrderQuery.ts"
import type { Integration, Order } from "../../domain/orders/Order.ts"
import { OrderRow, orderRowColumns } from "./OrderRow.ts"
import { netAmount } from "./netAmount.ts"
import { soldOrder } from "./soldOrder.ts"
import { countUpTo, keyset } from "../sql/paging.ts"
import { texts } from "../sql/parameters.ts"
import { query, queryOne } from "../sql/query.ts"
import { timeText } from "../sql/timestamps.ts"
import { retried } from "../database/Transaction.ts"

/** The filters of a list. Times in milliseconds; `found` lets through the order with an id, orders with a name, and the orders of contacts. */
export interface OrderFilter {
  readonly contact_id?: string | undefined
  readonly financial_status?: string | undefined
  readonly shipment_status?: string | undefined
  readonly placed_since?: number | undefined
  readonly placed_until?: number | undefined
  readonly integration_id?: string | undefined
  readonly found?: FoundOrders | undefined
}

interface FoundOrders {
  readonly order_id: bigint | undefined
  readonly name: string
  readonly contact_ids: ReadonlyArray<string>
}

// Of the orders that a search finds, the newest.
const maxFound = 10_000

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

const latestFirst: OrderSort = { column: "placed_at", descending: true }

const SpendingRow = Schema.Struct({ currency: Schema.String, orders: Schema.Int, total: Schema.String })

// An order has one of 180 currencies.
const maxCurrencies = 200

/** The place of an order in every order of the list. */
export interface OrderPosition {
  readonly placed_at: number
  readonly order_id: bigint
}

/** Orders for the dashboard, latest `placed_at` first or as sorted. */
export class OrderQueries extends Context.Service<
  OrderQueries,
  {
    readonly list: (
      account_id: string,
      filter: OrderFilter,
      slice: KeysetSlice<OrderPosition>,
      sort?: OrderSort
    ) => Effect.Effect<ReadonlyArray<ListedOrder>, Unavailable>
    readonly get: (account_id: string, order_id: bigint) => Effect.Effect<ListedOrder | undefined, Unavailable>
    /** A contact's spending by currency, most orders first. Voided and refunded orders do not count, nor what was paid back of others. */
    readonly spending: (account_id: string, contact_id: string) => Effect.Effect<ReadonlyArray<Spending>, Unavailable>
    /** Counts up to `max`. */
    readonly count: (account_id: string, filter: OrderFilter, max: number) => Effect.Effect<number, Unavailable>
  }
>()("tally/store/orders/OrderQueries") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const select = (account_id: string) => sql`
        SELECT ${sql.literal(orderRowColumns)}, integrations.store_name, integrations.store_url FROM orders
        LEFT JOIN integrations ON integrations.account_id = ${account_id} AND integrations.integration_id = orders.integration_id`
      const equal = (column: string, value: string | undefined) =>
        value === undefined ? [] : [sql`orders.${sql(column)} = ${value}`]
      // The name is compared as in the indexes orders_name and orders_number.
      const keyOf = (name: string) => sql`left(lower(${name}::text), 100)`
      // An array, so that its orders are looked up by their key rather than filtered out of all.
      const isFound = (account_id: string, { order_id, name, contact_ids }: FoundOrders) => sql`
        orders.order_id = ANY(ARRAY(
          SELECT o.order_id FROM orders o WHERE o.account_id = ${account_id}
            AND (o.order_id = ${order_id ?? null}::bigint OR o.contact_id = ANY(${texts(contact_ids)})
              OR (o.platform IS NOT NULL AND left(lower(ltrim(o.platform ->> 'name', '#')), 100) = ${keyOf(name)})
              OR (o.order_number IS NOT NULL AND left(lower(ltrim(o.order_number, '#')), 100) = ${keyOf(name)}))
          ORDER BY o.placed_at DESC LIMIT ${maxFound}
        ))`
      const matching = (account_id: string, filter: OrderFilter) =>
        sql.and([
          sql`orders.account_id = ${account_id}`,
          ...equal("contact_id", filter.contact_id),
          ...equal("financial_status", filter.financial_status),
          ...equal("shipment_status", filter.shipment_status),
          ...equal("integration_id", filter.integration_id),
          ...(filter.placed_since === undefined
            ? []
            : [sql`orders.placed_at >= ${timeText(filter.placed_since)}::timestamptz`]),
          ...(filter.placed_until === undefined
            ? []
            : [sql`orders.placed_at < ${timeText(filter.placed_until)}::timestamptz`]),
          ...(filter.found === undefined ? [] : [isFound(account_id, filter.found)])
        ])
      return OrderQueries.of({
        list: (account_id, filter, { before, limit }, { column, descending } = latestFirst) => {
          const ids = before === null ? [] : [sql`${before.order_id}`]
          const times = before === null || column === "id" ? [] : [sql`${new Date(before.placed_at)}`]
          const key = before === null ? null : [...times, ...ids]
          const columns = column === "id" ? ["order_id"] : ["placed_at", "order_id"]
          return retried(sql`${select(account_id)} WHERE ${matching(account_id, filter)}
            ${keyset(sql, columns, key, limit, descending ? "DESC" : "ASC")}`).pipe(
            query(ListedOrderRow),
            Effect.map((rows) => rows.map(listedOrder))
          )
        },
        get: (account_id, order_id) =>
          retried(sql`${select(account_id)} WHERE orders.account_id = ${account_id} AND order_id = ${order_id}`).pipe(
            queryOne(ListedOrderRow),
            Effect.map((row) => (row === undefined ? undefined : listedOrder(row)))
          ),
        spending: (account_id, contact_id) =>
          retried(sql`
            SELECT currency, count(*)::int AS orders, sum(${netAmount(sql, "orders")})::text AS total FROM orders
            WHERE account_id = ${account_id} AND contact_id = ${contact_id}
              AND ${soldOrder(sql, "orders")}
            GROUP BY currency ORDER BY 2 DESC, 1 LIMIT ${maxCurrencies}`).pipe(
            query(SpendingRow),
            Effect.map((rows) => rows.map(spendingOf))
          ),
        count: (account_id, filter, max) =>
          retried(countUpTo(sql, sql`FROM orders WHERE ${matching(account_id, filter)}`, max))
      })
    })
  )
}
