import { Effect, Schema } from "effect"
import type { SqlClient, SqlError, Statement } from "effect/sql"
import type { NamedListQuery, Page, PageQuery } from "../../domain/lists/Page.ts"
import { query, queryOne } from "./query.ts"

const total = queryOne(Schema.Struct({ total: Schema.Int }))

/** One page of a list. `order` must be total, or rows would move between pages. */
export const readPage = Effect.fnUntraced(function* <A, I>(
  sql: SqlClient.SqlClient,
  { page = 1, per_page = 25 }: PageQuery,
  parts: {
    readonly select: Statement.Fragment
    readonly from: Statement.Fragment
    readonly order: Statement.Fragment
    readonly row: Schema.Codec<A, I>
  }
) {
  const total_count = (yield* total(sql`SELECT count(*)::int AS total ${parts.from}`))?.total ?? 0
  const rows = yield* query(parts.row)(sql`
    SELECT ${parts.select} ${parts.from} ORDER BY ${parts.order} LIMIT ${per_page}::int OFFSET ${(page - 1) * per_page}::int`)
  const result: Page<A> = {
    data: rows,
    pagination: { page, per_page, total_count, total_pages: Math.ceil(total_count / per_page), next_cursor: null }
  }
  return result
})

/**
 * The end of a keyset statement, after its `WHERE` conditions: the rows that follow `before` in the order of `columns`, which must be a
 * unique key within the list. An index on `columns` makes every page cost the same, in both directions.
 */
export const keyset = (
  sql: SqlClient.SqlClient,
  columns: ReadonlyArray<string>,
  before: ReadonlyArray<Statement.Fragment> | null,
  limit: number,
  direction: "ASC" | "DESC" = "DESC"
): Statement.Fragment => {
  const follows = sql.literal(`(${columns.join(", ")}) ${direction === "DESC" ? "<" : ">"}`)
  const condition = before === null ? sql`` : sql`AND ${follows} (${sql.csv(before)})`
  return sql`${condition} ORDER BY ${sql.literal(columns.map((column) => `${column} ${direction}`).join(", "))} LIMIT ${limit}`
}

/** The order of a list by `sort`, in which names compare without case. The column `id` of `table` makes it total. */
export const namedOrder = (
  sql: SqlClient.SqlClient,
  { column, descending }: NonNullable<NamedListQuery["sort"]>,
  table: string,
  id: string
): Statement.Fragment => {
  const direction = descending ? "DESC" : "ASC"
  const sorted = column === "name" ? `lower(${table}.name)` : `${table}.${column}`
  return sql.literal(`${sorted} ${direction}, ${table}.${id} ${direction}`)
}

/** The condition of a list by `search`: a part of the name, without case. */
export const nameHas = (
  sql: SqlClient.SqlClient,
  { search = "" }: Pick<NamedListQuery, "search">,
  table: string
): Statement.Fragment =>
  search === "" ? sql`` : sql`AND strpos(lower(${sql.literal(table)}.name), lower(${search}::text)) > 0`

/** Counts the rows of `FROM … WHERE …`, up to `max`. */
export const countUpTo = (
  sql: SqlClient.SqlClient,
  rows: Statement.Fragment,
  max: number
): Effect.Effect<number, SqlError.SqlError> =>
  Effect.map(
    total(sql`SELECT count(*)::int AS total FROM (SELECT 1 ${rows} LIMIT ${max}) counted`),
    (row) => row?.total ?? 0
  )
