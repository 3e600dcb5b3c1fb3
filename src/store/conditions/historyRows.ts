import type { SqlClient } from "effect/sql"
import type { Fragment } from "effect/sql/Statement"
import type { HistoryLookup } from "../../domain/conditions/History.ts"
import { durationMillis } from "../../domain/flows/FlowDuration.ts"
import { mayContain } from "../sql/jsonValues.ts"
import { timeText } from "../sql/timestamps.ts"
import { netAmount } from "../orders/netAmount.ts"
import { soldOrder } from "../orders/soldOrder.ts"

/** The contacts whose history is read, and the time. */
export interface HistoryScope {
  readonly account_id: string
  /** The time on the account's clock, in milliseconds. */
  readonly now: number
  /** A condition on the column `contact_id`. */
  readonly contacts: Fragment
  /** The tables that are read; absent: all rows. */
  readonly tables?: HistoryTables
}

/** Tables, or subqueries with the columns that are read of them and an alias. */
export type HistoryTables = Readonly<Record<"orders" | "events" | "messages" | "product_views", Fragment>>

/** The contacts of a statement that is to read a page: the history of each is read when the statement comes to the contact. */
export const eachContact = (sql: SqlClient.SqlClient): Fragment => sql`contact_id = contacts.contact_id`

/**
 * The rows `(contact_id, number, text)` of a lookup: one for each contact with such orders, events, messages or views. Counts and money are
 * `number`, of type float8; countries are `text`.
 */
export const historyRows = (
  sql: SqlClient.SqlClient,
  { account_id, now, contacts, tables = allRows(sql) }: HistoryScope,
  { measure, where }: HistoryLookup
): Fragment => {
  const since = (column: Fragment) =>
    where.within === undefined
      ? sql``
      : sql`AND ${column} > ${timeText(now - durationMillis(where.within))}::timestamptz`
  const equals = (column: Fragment, value: string | undefined) =>
    value === undefined ? sql`` : sql`AND ${column} = ${value}`
  const perContact = (value: Fragment, from: Fragment) =>
    sql`SELECT contact_id, (${value})::float8 AS number, NULL::text AS text FROM ${from} GROUP BY contact_id`
  const items = itemsOf(where)
  const ordered = (more: Fragment = sql``) =>
    sql`account_id = ${account_id} AND ${contacts} ${since(sql`placed_at`)} ${more}`
  const orders = (more?: Fragment) =>
    items.length === 0
      ? sql`${tables.orders} WHERE ${ordered(more)}`
      : sql`(${ordersWith(sql, items, tables.orders, ordered(more))}) bought`
  const spentIn = (currency: string) => sql`AND currency = ${currency} AND ${soldOrder(sql, "orders")}`
  const spent = sql`sum(${netAmount(sql, "orders")})`
  const messages = (
    status: Fragment,
    at: Fragment
  ) => sql`${tables.messages} WHERE account_id = ${account_id} AND ${contacts}
    AND ${status} ${since(at)} ${equals(sql`flow_id`, where.flow_id)} ${equals(sql`campaign_id`, where.campaign_id)} ${equals(sql`channel`, where.channel)}`
  switch (measure.type) {
    case "orders":
      return perContact(sql`count(*)`, orders())
    case "spent":
      return perContact(spent, orders(spentIn(measure.currency)))
    case "average_order":
      return perContact(sql`${spent}::float8 / count(*)::float8`, orders(spentIn(measure.currency)))
    case "country":
      return sql`SELECT DISTINCT ON (contact_id) contact_id, NULL::float8 AS number, country AS text FROM ${tables.orders}
        WHERE ${ordered()} AND country IS NOT NULL ORDER BY contact_id DESC, placed_at DESC, order_id DESC`
    case "events":
      return perContact(
        sql`count(*)`,
        sql`${tables.events} WHERE account_id = ${account_id} AND ${contacts} ${equals(sql`event_type`, where.event_type)}
          ${since(sql`event_time`)}`
      )
    case "received":
      return perContact(sql`count(*)`, messages(sql`status IN ('sent', 'captured', 'clicked')`, sql`sent_at`))
    case "clicked":
      return perContact(sql`count(*)`, messages(sql`clicked_at IS NOT NULL`, sql`clicked_at`))
    case "viewed":
      return perContact(
        sql`count(*)`,
        sql`${tables.product_views} WHERE account_id = ${account_id} AND ${contacts} ${since(sql`viewed_at`)}
          ${equals(sql`product_id`, where.product_id)} ${ofProducts(sql, account_id, where)}`
      )
  }
}

// Views say which product was looked at; what it is of stands in the product alone.
const ofProducts = (
  sql: SqlClient.SqlClient,
  account_id: string,
  { product_type, vendor, product_tag }: HistoryLookup["where"]
): Fragment => {
  const filters = [
    ...(product_type === undefined ? [] : [sql`product_type = ${product_type}`]),
    ...(vendor === undefined ? [] : [sql`vendor = ${vendor}`]),
    ...(product_tag === undefined
      ? []
      : [sql`${mayContain(sql, "products.tags", JSON.stringify(product_tag))} AND tags::jsonb ? ${product_tag}::text`])
  ]
  return filters.length === 0
    ? sql``
    : sql`AND product_id IN (SELECT products.product_id FROM products WHERE products.account_id = ${account_id} AND ${sql.and(filters)})`
}

const allRows = (sql: SqlClient.SqlClient): HistoryTables => ({
  orders: sql`orders`,
  events: sql`events`,
  messages: sql`messages`,
  product_views: sql`product_views`
})

/** The value that a member of an item must have. */
interface SoughtItem {
  readonly member: "product_id" | "sku"
  readonly value: string
}

const itemsOf = ({ product_id, sku }: HistoryLookup["where"]): ReadonlyArray<SoughtItem> => [
  ...(product_id === undefined ? [] : [{ member: "product_id", value: product_id } as const]),
  ...(sku === undefined ? [] : [{ member: "sku", value: sku } as const])
]

/** Whether a lookup searches the items of orders, which no index holds. */
export const searchesItems = ({ where }: HistoryLookup): boolean => itemsOf(where).length > 0

/**
 * The rows `(contact_id, order_id, total)` of the orders that have each of the items; another item of the order may have each. The items are
 * joined once, because workers can't share a scan with subqueries, and because joins for each member would multiply them.
 */
const ordersWith = (
  sql: SqlClient.SqlClient,
  items: ReadonlyArray<SoughtItem>,
  table: Fragment,
  condition: Fragment
): Fragment => {
  // Passes over most orders without reading their items: in JSON the value stands in quotes, or is a number, or has escapes.
  const mayHave = ({ value }: SoughtItem) =>
    mayContain(sql, "line_items", /^-?\d/.test(value) ? value : JSON.stringify(value))
  const isItem = ({ member, value }: SoughtItem) => {
    const name = sql.literal(`'${member}'`)
    return sql`(value ->> ${name} = ${value} AND json_typeof(value -> ${name}) IN ('string', 'number'))`
  }
  // The CASE keeps the function from values of other types, for which it fails.
  return sql`SELECT contact_id, order_id, total FROM ${table}
    CROSS JOIN LATERAL json_array_elements(CASE WHEN json_typeof(line_items) = 'array'
      THEN line_items END) AS item (value)
    WHERE ${condition} AND ${sql.and(items.map(mayHave))} AND ${sql.or(items.map(isItem))}
    GROUP BY contact_id, order_id, total
    HAVING ${sql.and(items.map((item) => sql`bool_or(${isItem(item)})`))}`
}
