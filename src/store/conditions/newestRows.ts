import type { SqlClient } from "effect/sql"
import type { Order } from "../../domain/orders/Order.ts"
import { timeText } from "../sql/timestamps.ts"
import { eachContact, type HistoryTables } from "./historyRows.ts"

/** The newest orders, events, messages and views of a contact that conditions count: the time to judge one contact is bounded. */
export const maxCounted = 10_000

/**
 * The newest rows of each row of `contacts`, as tables of `historyRows`. `unsaved` stands for the stored order of its id, as if it were saved
 * already.
 */
export const newestRows = (sql: SqlClient.SqlClient, account_id: string, unsaved?: Order): HistoryTables => {
  const newest = (
    table: "orders" | "events" | "messages" | "product_views",
    columns: string,
    order: string,
    condition = sql``
  ) =>
    sql`(SELECT account_id, contact_id, ${sql.literal(columns)} FROM ${sql.literal(table)}
      WHERE account_id = ${account_id} AND ${eachContact(sql)} ${condition} ORDER BY ${sql.literal(order)} DESC LIMIT ${maxCounted}::int)`
  const columns = "order_id, placed_at, currency, total, refunded, financial_status, line_items, country"
  const orders =
    unsaved === undefined
      ? newest("orders", columns, "placed_at")
      : sql`(${newest("orders", columns, "placed_at", sql`AND order_id <> ${unsaved.order_id}`)}
        UNION ALL SELECT ${account_id}, ${unsaved.contact_id}::text, ${unsaved.order_id}::bigint,
          ${timeText(unsaved.placed_at)}::timestamptz, ${unsaved.currency}::text, ${unsaved.total}::numeric,
          ${unsaved.refunded}::numeric, ${unsaved.financial_status}::text, ${unsaved.line_items}::json, shipping_country(${unsaved.shipping_address}::json))`
  return {
    orders: sql`${orders} orders`,
    events: sql`${newest("events", "event_type, event_time", "event_time")} events`,
    messages: sql`${newest("messages", "status, channel, flow_id, campaign_id, sent_at, clicked_at", "message_id")} messages`,
    product_views: sql`${newest("product_views", "product_id, viewed_at", "viewed_at")} product_views`
  }
}
