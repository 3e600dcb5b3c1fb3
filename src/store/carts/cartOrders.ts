import { Schema } from "effect"
import type { SqlClient } from "effect/sql"
import type { Fragment } from "effect/sql/Statement"
import type { KnownCart } from "../../domain/carts/cartJson.ts"
import { Millis } from "../sql/timestamps.ts"
import { CartRow } from "./cartColumns.ts"

/** The order that a platform reported with the token of the cart or of its checkout. Requires the table `carts`; `account` is its account. */
export const reportedOrder = (sql: SqlClient.SqlClient, account: Fragment): Fragment => sql`(
  SELECT reported.order_id FROM cart_orders reported
  WHERE reported.account_id = ${account} AND reported.token IN (carts.cart_id, carts.token)
  ORDER BY reported.order_id LIMIT 1)`

/** The latest `placed_at` of the orders of the cart's contact. */
export const lastOrderAt = (sql: SqlClient.SqlClient, account: Fragment): Fragment => sql`(
  SELECT buyer.last_order_at FROM contacts buyer
  WHERE buyer.account_id = ${account} AND buyer.contact_id = carts.contact_id)`

/** A cart with the orders that are known of it. */
export const KnownCartRow = Schema.Struct({
  ...CartRow.fields,
  reported_order_id: Schema.NullOr(Schema.BigInt),
  last_order_at: Schema.NullOr(Millis),
  next_order_id: Schema.NullOr(Schema.BigInt)
})

/** The columns of a `KnownCartRow` beside those of the cart. */
export const knownOrders = (sql: SqlClient.SqlClient, account: Fragment): Fragment => sql`
  ${reportedOrder(sql, account)} AS reported_order_id, ${lastOrderAt(sql, account)} AS last_order_at,
  (SELECT o.order_id FROM orders o WHERE o.account_id = ${account} AND o.contact_id = carts.contact_id
    AND o.placed_at >= carts.changed_at ORDER BY o.placed_at, o.order_id LIMIT 1) AS next_order_id`

export const knownCart = ({
  reported_order_id,
  last_order_at,
  next_order_id,
  ...cart
}: typeof KnownCartRow.Type): KnownCart => ({ cart, reported_order_id, last_order_at, next_order_id })
