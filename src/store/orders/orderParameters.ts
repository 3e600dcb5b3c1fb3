import type { SqlClient } from "effect/sql"
import type { Fragment } from "effect/sql/Statement"
import { storable } from "../../domain/json/Json.ts"
import type { Order, Trigger } from "../../domain/orders/Order.ts"
import { jsonRows } from "../database/accountFunction.ts"
import { timeText } from "../database/timestamps.ts"

// Free-form members are JSON text already and are embedded as they are, neither escaped nor parsed again. `storable` empties
// members that cannot be embedded.
const orderRowJson = (order: Order): string => {
  const { discounts, tax_lines, line_items, billing_address, shipping_address, platform, ...plain } = order
  const row = JSON.stringify({
    ...plain,
    order_id: String(order.order_id),
    placed_at: timeText(order.placed_at),
    created_at: timeText(order.created_at),
    updated_at: timeText(order.updated_at)
  })
  const free = { discounts, tax_lines, line_items, billing_address, shipping_address, platform }
  return `${row.slice(0, -1)}${Object.entries(free)
    .map(([name, json]) => `,"${name}":${json === null ? json : storable(json)}`)
    .join("")}}`
}

/** Orders as a parameter of `place_orders`. */
export const orderParameter = (sql: SqlClient.SqlClient, orders: ReadonlyArray<Order>): Fragment =>
  sql`${orders.length === 0 ? null : `[${orders.map(orderRowJson).join()}]`}::json`

/** Flow triggers as a parameter of `place_orders`. A trigger is its own key: inserting one twice is an error. */
export const triggerParameter = (sql: SqlClient.SqlClient, triggers: ReadonlyArray<Trigger>): Fragment =>
  jsonRows(
    sql,
    triggers.map(({ account_id, type, order_id, occurrence, contact_id, occurred_at }) => ({
      account_id,
      type,
      order_id: String(order_id),
      occurrence,
      contact_id,
      occurred_at: timeText(occurred_at)
    }))
  )
