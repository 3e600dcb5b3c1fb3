import type { SqlClient, Statement } from "effect/sql"

/** The condition that order `o` counts as revenue: it is neither voided nor fully refunded. An order without a status counts. */
export const soldOrder = (sql: SqlClient.SqlClient): Statement.Fragment =>
  sql`coalesce(o.financial_status, '') NOT IN ('voided', 'refunded')`
