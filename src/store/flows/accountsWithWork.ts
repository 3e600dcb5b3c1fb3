import type { SqlClient } from "effect/sql"
import type { SendCapacity } from "../../domain/messages/SendCapacity.ts"
import { rowsJson } from "../database/parameters.ts"

/**
 * A CTE `waiting` of the accounts that have rows with a condition, for a recursive WITH. Steps from account to account along an
 * index on `account_id` with that condition, so the cost does not depend on the rows of each.
 */
export const waitingAccounts = (
  sql: SqlClient.SqlClient,
  table: "messages" | "webhook_deliveries" | "flow_runs",
  condition: string
) =>
  sql.literal(`waiting AS (
    (SELECT account_id FROM ${table} WHERE ${condition} ORDER BY account_id LIMIT 1)
    UNION ALL
    SELECT (SELECT r.account_id FROM ${table} r
      WHERE ${condition} AND r.account_id > w.account_id ORDER BY r.account_id LIMIT 1)
    FROM waiting w WHERE w.account_id IS NOT NULL
  )`)

/** A CTE `busy` of the rows under way of each account. */
export const busyAccounts = (sql: SqlClient.SqlClient, { inFlight }: SendCapacity) =>
  sql`busy AS (SELECT * FROM json_to_recordset(${rowsJson(
    [...inFlight].map(([account_id, count]) => ({ account_id, count }))
  )}::json) AS r (account_id text, count int))`
