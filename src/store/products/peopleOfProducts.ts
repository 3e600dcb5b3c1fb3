import type { SqlClient } from "effect/sql"
import type { Fragment } from "effect/sql/Statement"
import { reportedOrder } from "../carts/cartOrders.ts"

/** The carts that are looked at for their products, the latest first, and the people who are told of the changes of one look. */
const limits = { carts: 200_000, people: 100_000 } as const

// Items of carts have ids of products and variants as numbers or text.
const idIn = (member: string) => `CASE WHEN json_typeof(item.value -> '${member}') IN ('number', 'string')
  THEN item.value ->> '${member}' END`

/**
 * People with a product of the table `changes` in an open cart: `product_id`, `contact_id`, `variant_id` (null where the item names none that the product
 * has) and `since`.
 */
export const inCarts = (sql: SqlClient.SqlClient, account_id: string, from: string | null): Fragment => sql`
  SELECT c.product_id, carts.contact_id, CASE WHEN item.variant_id = ANY (c.known) THEN item.variant_id END AS variant_id, false AS asked,
    carts.changed_at AS since
  FROM (
    SELECT cart_id, token, contact_id, changed_at, line_items FROM carts
    WHERE account_id = ${account_id} AND changed_at >= ${from}::timestamptz AND contact_id IS NOT NULL AND item_count > 0 AND NOT completed
    ORDER BY changed_at DESC LIMIT ${limits.carts}::int
  ) carts
  CROSS JOIN LATERAL (
    SELECT ${sql.literal(idIn("product_id"))} AS product_id, ${sql.literal(idIn("variant_id"))} AS variant_id
    FROM json_array_elements(CASE WHEN json_typeof(carts.line_items) = 'array' THEN carts.line_items END) AS item (value)
  ) item
  JOIN changes c ON c.product_id = item.product_id
  WHERE carts.changed_at BETWEEN c.since AND c.happened_at AND ${reportedOrder(sql, sql`${account_id}`)} IS NULL`

/** People who viewed a product of the table `changes`. */
export const viewers = (sql: SqlClient.SqlClient, account_id: string): Fragment => sql`
  SELECT c.product_id, viewed.contact_id, NULL::text AS variant_id, false AS asked, viewed.viewed_at AS since
  FROM changes c JOIN product_views viewed ON viewed.account_id = ${account_id} AND viewed.product_id = c.product_id
    AND viewed.contact_id IS NOT NULL AND viewed.viewed_at BETWEEN c.since AND c.happened_at`

/** People who asked to be told that a product of the table `changes` is back, and were not told yet. */
export const whoAsked = (sql: SqlClient.SqlClient, account_id: string): Fragment => sql`
  SELECT c.product_id, q.contact_id, nullif(q.variant_id, '') AS variant_id, true AS asked, q.asked_at AS since
  FROM changes c JOIN restock_requests q ON q.account_id = ${account_id} AND q.product_id = c.product_id AND q.answered_at IS NULL`

/** The most people who are told of the changes of one look. */
export const maxPeople = limits.people
