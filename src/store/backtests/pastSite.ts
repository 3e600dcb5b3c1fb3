import { Schema } from "effect"
import type { SqlClient } from "effect/sql"
import type { PastItem } from "../../domain/backtests/Past.ts"
import { CartRow as StoredCart, cartRowColumns } from "../carts/cartColumns.ts"
import { reportedOrder } from "../carts/cartOrders.ts"
import { Millis, timeText } from "../sql/timestamps.ts"
import { maxBytes } from "./pastOrders.ts"
import type { PastRange } from "./PastRange.ts"

/** A cart, with the order that a platform reported for it and since when that was known. */
export const CartRow = Schema.Struct({
  ...StoredCart.fields,
  reported_order_id: Schema.NullOr(Schema.BigInt),
  reported_at: Schema.NullOr(Millis),
  bytes: Schema.Number
})

/** The open carts of a range of contacts that were last changed from `since` on, by contact, up to `maxBytes` of items. */
export const cartsOf = (sql: SqlClient.SqlClient, { account_id, inRange, until, limit }: PastRange, since: number) => {
  const order = sql`carts.contact_id, carts.changed_at, carts.cart_key`
  const size = sql.literal("coalesce(octet_length(carts.line_items::text), 0)")
  return sql`SELECT * FROM (SELECT ${sql.literal(cartRowColumns)},
      ${reportedOrder(sql, sql`${account_id}`)} AS reported_order_id,
      (SELECT min(known.written_at) FROM cart_orders known
        WHERE known.account_id = ${account_id} AND known.token IN (carts.cart_id, carts.token)) AS reported_at,
      (${size})::float8 AS own, (sum(${size}) OVER (ORDER BY ${order} ROWS UNBOUNDED PRECEDING))::float8 AS bytes
      FROM carts WHERE carts.account_id = ${account_id} AND ${inRange(sql`carts.contact_id`)} AND carts.item_count > 0
        AND NOT carts.completed AND carts.changed_at >= ${timeText(since)}::timestamptz AND carts.changed_at < ${timeText(until)}::timestamptz
      ORDER BY ${order} LIMIT ${limit}::int) sized
    WHERE bytes - own < ${maxBytes}::int ORDER BY contact_id, changed_at, cart_key LIMIT ${limit}::int`
}

/** A cart is known from when its last change was stored. */
export const cartItem = (row: typeof CartRow.Type): ReadonlyArray<PastItem> => {
  const { reported_order_id, reported_at, bytes: _, ...cart } = row
  return [{ type: "cart", at: cart.written_at, cart, reported_order_id, reported_at }]
}

export const ViewRow = Schema.Struct({
  contact_id: Schema.String,
  product_id: Schema.String,
  viewed_at: Millis,
  known_at: Schema.NullOr(Millis)
})

/** The views of products of a range of contacts that happened from `since` on, by contact. */
export const viewsOf = (sql: SqlClient.SqlClient, { account_id, inRange, until, limit }: PastRange, since: number) =>
  sql`SELECT v.contact_id, v.product_id, v.viewed_at, v.known_at FROM product_views v
    WHERE v.account_id = ${account_id} AND ${inRange(sql`v.contact_id`)}
      AND v.viewed_at >= ${timeText(since)}::timestamptz AND v.viewed_at < ${timeText(until)}::timestamptz
    ORDER BY v.contact_id, v.viewed_at, v.visitor_id, v.view_id LIMIT ${limit}::int`

/** A view is known from when its contact was. */
export const viewItem = ({ product_id, viewed_at, known_at }: typeof ViewRow.Type): ReadonlyArray<PastItem> => [
  { type: "view", at: known_at ?? viewed_at, product_id, viewed_at, known_at }
]
