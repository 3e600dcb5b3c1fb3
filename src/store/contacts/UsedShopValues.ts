import { Effect, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import type { Fragment } from "effect/sql/Statement"
import {
  EventProperty,
  maxFieldValues,
  maxSkus,
  type ReadShopValues,
  shopReads,
  ShopValueKind
} from "../../domain/contacts/ShopValues.ts"
import { texts } from "../sql/parameters.ts"
import { query } from "../sql/query.ts"

/**
 * `stored` and `written`: the bytes of JSON that are read, as it is stored and as it is written out; a small part is stored of a text that repeats
 * itself. `values`: the most frequent of each kind. `length`: of a value. `name`: the length of a name. `items`: of an order. `members`: of an event, and of an object in it.
 */
const max = {
  stored: 1024 * 1024,
  written: 4 * 1024 * 1024,
  values: maxSkus,
  length: 255,
  name: 100,
  items: 100,
  members: 100,
  properties: 200
} as const

const queryRows = query(
  Schema.Struct({
    kind: Schema.Union([ShopValueKind, Schema.Literal("read")]),
    value: Schema.String,
    count: Schema.Int
  })
)
const queryProperties = query(EventProperty)

const readOf = (rows: Effect.Success<ReturnType<typeof queryRows>>, most: number): ReadShopValues => {
  const readRows = rows.filter(({ kind }) => kind === "read")
  const countOf = (name: string) => readRows.find(({ value }) => value === name)?.count ?? 0
  const [read, found] = [countOf("read"), countOf("found")]
  return {
    records: { read, all: read === found && found <= most },
    values: rows.flatMap(({ kind, value, count }) => (kind === "read" ? [] : [{ kind, value, count }]))
  }
}

/** Reads which values an account's products, orders and events have, for suggestions. Every member joins the open transaction. */
export interface UsedShopValues {
  /** Of the products that changed last. */
  readonly products: (account_id: string) => Effect.Effect<ReadShopValues, SqlError.SqlError>
  /** Of the orders that were placed last. */
  readonly orders: (account_id: string) => Effect.Effect<ReadShopValues, SqlError.SqlError>
  /** The names in the data of events of these types, also those in an object in it, most events first. */
  readonly properties: (
    account_id: string,
    event_types: ReadonlyArray<string>
  ) => Effect.Effect<ReadonlyArray<EventProperty>, SqlError.SqlError>
}

export const makeUsedShopValues = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  /** The rows of `newest`, with `place` and the JSON text columns, down to the bytes that are read. */
  const withinBytes = (newest: Fragment, ...json: ReadonlyArray<string>) => {
    const sum = (size: (column: string) => string) => sql.literal(json.map(size).join(" + "))
    return sql`(SELECT * FROM (
            SELECT *, sum(${sum((column) => `coalesce(octet_length(${column}::text), 0)`)}) OVER (ORDER BY place) AS written FROM (
              SELECT *, sum(${sum((column) => `coalesce(pg_column_size(${column}), 0)`)}) OVER (ORDER BY place) AS stored FROM ${newest} newest
            ) small WHERE stored <= ${max.stored}::int
          ) short WHERE written <= ${max.written}::int)`
  }
  const counted = (kind: ShopValueKind, values: Fragment) => sql`(
        SELECT ${kind}::text AS kind, value, count(*)::float8 AS count FROM ${values}
        WHERE value <> '' AND length(value) <= ${max.length}::int
        GROUP BY value ORDER BY count(*) DESC, value LIMIT ${max.values}::int)`
  const figures = (newest: Fragment, taken: Fragment) => sql`
        SELECT 'found' AS value, 'read' AS kind, count(*)::float8 AS count FROM ${newest}
        UNION ALL SELECT 'read', 'read', count(*)::float8 FROM ${taken}`

  const elements = (column: string, most: number) =>
    sql.literal(
      `(SELECT value FROM json_array_elements(CASE WHEN json_typeof(${column}) = 'array' THEN ${column} END) LIMIT ${most})`
    )
  const member = (item: string, name: string) =>
    sql.literal(`CASE WHEN json_typeof(${item} -> '${name}') IN ('string', 'number') THEN ${item} ->> '${name}' END`)

  const part: UsedShopValues = {
    products: (account_id) =>
      Effect.map(
        queryRows(sql`
            WITH newest AS MATERIALIZED (
              SELECT product_id, title, vendor, product_type, tags, variants, row_number() OVER (ORDER BY changed_at DESC, product_key DESC) AS place
              FROM products WHERE account_id = ${account_id} AND NOT removed
              ORDER BY changed_at DESC, product_key DESC LIMIT ${shopReads.products + 1}::int
            ), taken AS MATERIALIZED (
              SELECT * FROM ${withinBytes(sql`(SELECT * FROM newest WHERE place <= ${shopReads.products}::int)`, "tags", "variants")} taken
            )
            SELECT kind, value, count FROM (${figures(sql`newest`, sql`taken`)}) figures
            UNION ALL ${counted(
              "skus",
              sql`taken CROSS JOIN LATERAL (
                SELECT DISTINCT ${member("item.value", "sku")} FROM ${elements("variants", max.items)} item) own (value)`
            )}
            UNION ALL ${counted("titles", sql`(SELECT title AS value FROM taken) own`)}
            UNION ALL ${counted("product_types", sql`(SELECT product_type AS value FROM taken) own`)}
            UNION ALL ${counted("vendors", sql`(SELECT vendor AS value FROM taken) own`)}
            UNION ALL ${counted(
              "product_tags",
              sql`taken CROSS JOIN LATERAL (
                SELECT DISTINCT item.value #>> '{}' FROM ${elements("tags", max.items)} item) own (value)`
            )}`),
        (rows) => readOf(rows, shopReads.products)
      ),
    orders: (account_id) =>
      Effect.map(
        queryRows(sql`
            WITH newest AS MATERIALIZED (
              SELECT currency, discounts, line_items, row_number() OVER (ORDER BY placed_at DESC, order_id DESC) AS place
              FROM orders WHERE account_id = ${account_id}
              ORDER BY placed_at DESC, order_id DESC LIMIT ${shopReads.orders + 1}::int
            ), taken AS MATERIALIZED (
              SELECT * FROM ${withinBytes(sql`(SELECT * FROM newest WHERE place <= ${shopReads.orders}::int)`, "discounts", "line_items")} taken
            ), items AS MATERIALIZED (
              SELECT place, ${member("item.value", "sku")} AS sku, ${member("item.value", "title")} AS title
              FROM taken CROSS JOIN LATERAL ${elements("line_items", max.items)} item
            )
            SELECT kind, value, count FROM (${figures(sql`newest`, sql`taken`)}) figures
            UNION ALL ${counted("skus", sql`(SELECT DISTINCT place, sku AS value FROM items) own`)}
            UNION ALL ${counted("titles", sql`(SELECT DISTINCT place, title AS value FROM items) own`)}
            UNION ALL ${counted("currencies", sql`(SELECT currency AS value FROM taken) own`)}
            UNION ALL ${counted(
              "discount_codes",
              sql`taken CROSS JOIN LATERAL (
                SELECT DISTINCT ${member("item.value", "code")} FROM ${elements("discounts", max.items)} item) own (value)`
            )}`),
        (rows) => readOf(rows, shopReads.orders)
      ),
    properties: (account_id, event_types) => {
      const members = (data: string) =>
        sql.literal(
          `(SELECT key, value FROM json_each(CASE WHEN json_typeof(${data}) = 'object' THEN ${data} END) LIMIT ${max.members})`
        )
      return queryProperties(sql`
            WITH newest AS MATERIALIZED (
              SELECT type.name AS event_type, e.event_data, row_number() OVER (ORDER BY e.rank, type.name) AS place
              FROM unnest((SELECT ${texts(event_types)})) AS type (name)
              CROSS JOIN LATERAL (
                SELECT event_data, row_number() OVER (ORDER BY contact_id DESC, event_time DESC) AS rank FROM events
                WHERE account_id = ${account_id} AND event_type = type.name AND contact_id IS NOT NULL
                ORDER BY contact_id DESC, event_time DESC LIMIT ${shopReads.events}::int
              ) e
            ), taken AS MATERIALIZED (SELECT * FROM ${withinBytes(sql`newest`, "event_data")} taken),
            named AS (
              SELECT event_type, own.key AS name, own.value FROM taken CROSS JOIN LATERAL ${members("event_data")} own
              WHERE json_typeof(own.value) <> 'object' AND position('.' IN own.key) = 0
              UNION ALL
              SELECT event_type, own.key || '.' || below.key, below.value
              FROM taken CROSS JOIN LATERAL ${members("event_data")} own CROSS JOIN LATERAL ${members("own.value")} below
              WHERE position('.' IN own.key) = 0 AND position('.' IN below.key) = 0
            ),
            counted AS (
              SELECT event_type, name, count(*) AS events,
                CASE WHEN json_typeof(value) IN ('string', 'number', 'boolean')
                  AND length(value::text) <= ${max.length}::int THEN value #>> '{}' END AS value
              FROM named WHERE json_typeof(value) <> 'null' AND name <> '' AND length(name) <= ${max.name}::int
              GROUP BY 1, 2, 4
            )
            SELECT event_type, name AS value, sum(events)::float8 AS events,
              CASE WHEN count(value) = count(*) AND count(*) <= ${maxFieldValues}::int THEN array_agg(value ORDER BY value) ELSE '{}' END AS values
            FROM counted GROUP BY 1, 2 ORDER BY sum(events) DESC, 1, 2 LIMIT ${max.properties}::int`)
    }
  }
  return part
})
