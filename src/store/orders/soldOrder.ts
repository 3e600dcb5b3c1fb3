import type { SqlClient, Statement } from "effect/sql"
import { unsoldStatuses } from "../../domain/orders/unsoldStatuses.ts"

const unsold = unsoldStatuses.map((status) => `'${status}'`).join(", ")

/** The condition that an order counts as revenue and as spent, wherever sums of orders are read. `table` is its table or alias. */
export const soldOrder = (sql: SqlClient.SqlClient, table = "o"): Statement.Fragment =>
  sql.literal(`coalesce(${table}.financial_status, '') NOT IN (${unsold})`)
