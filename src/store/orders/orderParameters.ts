import type { SqlClient } from "effect/sql"
import type { Fragment } from "effect/sql/Statement"
import type { Order, Trigger } from "../../domain/orders/Order.ts"
import { embeddedRows } from "../sql/embeddedRows.ts"
import { jsonRows } from "../sql/parameters.ts"
import { timeText } from "../sql/timestamps.ts"
import { orderColumns } from "./orderColumns.ts"

/** Orders as a parameter of `place_orders`. */
export const orderParameter = (sql: SqlClient.SqlClient, orders: ReadonlyArray<Order>): Fragment =>
  embeddedRows(sql, orderColumns)(orders)

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
