import type { SqlClient, Statement } from "effect/sql"

/**
 * An order's share in revenue and in its contact's spending, wherever sums of orders are read: its total less the amount paid back. A
 * negative total, of a return that paid out more than it took in, counts as it is. `table` is its table or alias.
 */
export const netAmount = (sql: SqlClient.SqlClient, table = "o"): Statement.Fragment =>
  sql.literal(
    `CASE WHEN ${table}.total > 0 THEN greatest(${table}.total - coalesce(${table}.refunded, 0), 0) ELSE ${table}.total END`
  )
