import { Schema, Struct } from "effect"
import type { SqlClient } from "effect/sql"
import { retention } from "../../domain/capacity/retention.ts"
import { importedAfter, type PastItem } from "../../domain/backtests/Past.ts"
import type { Order } from "../../domain/orders/Order.ts"
import { orderColumns } from "../orders/orderColumns.ts"
import { rowColumns, rowOf } from "../sql/column.ts"
import { epochMillis, timeText } from "../sql/timestamps.ts"
import type { PastRange } from "./PastRange.ts"

const {
  order_id,
  contact_id,
  integration_id,
  total,
  currency,
  financial_status,
  refunded,
  placed_at: _placed,
  created_at: _created,
  updated_at: _updated,
  ...more
} = orderColumns
const leanColumns = {
  order_id,
  contact_id,
  integration_id,
  total,
  currency,
  financial_status,
  refunded
}
const { account_id: _, platform: __, ...wholeColumns } = { ...leanColumns, ...more }

const added = {
  placed_at: Schema.Number,
  created_at: Schema.Number,
  country: Schema.NullOr(Schema.String),
  /** When the order started 'Order Placed' flows, as far as that is kept. */
  triggered_at: Schema.NullOr(Schema.Number)
}
/** An order with the members that most conditions and all figures need. */
export const LeanRow = Schema.Struct({ ...Struct.map(leanColumns, rowOf), ...added })
/** An order with all members that conditions compare; `bytes` sums the free-form ones up to the row. */
export const WholeRow = Schema.Struct({ ...Struct.map(wholeColumns, rowOf), ...added, bytes: Schema.Number })

/** Bytes of free-form members in one read; the row that passes them is the last. */
export const maxBytes = 8 * 1_048_576

const none: Omit<Order, keyof typeof leanColumns | "placed_at" | "created_at"> = {
  account_id: "",
  email: null,
  phone: null,
  customer_id: null,
  order_number: null,
  subtotal: null,
  total_items: null,
  fulfillment_status: null,
  shipment_status: null,
  discounts: null,
  tax_lines: null,
  line_items: null,
  billing_address: null,
  shipping_address: null,
  accepts_email_marketing: null,
  accepts_sms_marketing: null,
  platform: null,
  deliveries: 0,
  attributed_message_id: null,
  updated_at: 0
}

const triggered = (sql: SqlClient.SqlClient, account_id: string) =>
  sql`(SELECT ${epochMillis(sql, "t.occurred_at")} FROM flow_triggers t WHERE t.account_id = ${account_id} AND t.type = 'order_placed'
    AND t.order_id = o.order_id AND t.occurrence = 0) AS triggered_at`

/** The orders of a range of contacts that flows had seen before `until`, by contact: lean, or whole up to `maxBytes`. */
export const ordersOf = (
  sql: SqlClient.SqlClient,
  { account_id, inRange, until, limit }: PastRange,
  whole: boolean
) => {
  const from = sql`FROM orders o WHERE o.account_id = ${account_id} AND ${inRange(sql`o.contact_id`)}
    AND o.placed_at < ${timeText(until)}::timestamptz`
  const order = sql`o.contact_id, o.placed_at, o.order_id`
  const times = sql`${epochMillis(sql, "o.placed_at")} AS placed_at, ${epochMillis(sql, "o.created_at")} AS created_at`
  if (!whole)
    return sql`SELECT ${sql.literal(rowColumns("o", leanColumns))}, ${times}, o.country, ${triggered(sql, account_id)} ${from}
      ORDER BY ${order} LIMIT ${limit}::int`
  const size = sql.literal(
    ["discounts", "tax_lines", "line_items", "billing_address", "shipping_address"]
      .map((name) => `coalesce(octet_length(o.${name}::text), 0)`)
      .join(" + ")
  )
  return sql`SELECT * FROM (SELECT ${sql.literal(rowColumns("o", wholeColumns))}, ${times}, o.country, ${triggered(sql, account_id)},
      (sum(${size}) OVER (ORDER BY ${order} ROWS UNBOUNDED PRECEDING))::float8 AS bytes,
      (${size})::float8 AS own ${from} ORDER BY ${order} LIMIT ${limit}::int) sized
    WHERE bytes - own < ${maxBytes}::int ORDER BY contact_id, placed_at, order_id LIMIT ${limit}::int`
}

/** When flows saw an order, and whether it started them: at its report, or, if it was imported long after, when it was placed. */
export const orderItems = (
  { country, triggered_at, ...row }: typeof LeanRow.Type | typeof WholeRow.Type,
  { account_id, imported, now }: Pick<PastRange, "account_id" | "imported" | "now">
): ReadonlyArray<PastItem> => {
  const order: Order = { ...none, ...row, account_id }
  const late = row.created_at - row.placed_at > importedAfter
  const forgotten = row.created_at <= now - retention.flowTriggers
  const past = imported && late && triggered_at === null
  const at = past ? row.placed_at : row.created_at
  const placed = past || (triggered_at === null && forgotten && !late) ? at : triggered_at
  return [
    { type: "order", at, order, country },
    ...(placed === null ? [] : [{ type: "order_placed" as const, at: placed, order, occurrence: 0 }])
  ]
}
