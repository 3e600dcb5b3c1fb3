import type { SqlClient } from "effect/sql"
import type { Fragment } from "effect/sql/Statement"
import { accountOf } from "./batchAccount.ts"
import { rowsJson } from "./parameters.ts"

/**
 * Calls a database function for the rows of a batch: `name(account, …)` when all belong to one account, which a distributed database runs
 * on that account's node, else `name_of_accounts(…)`.
 */
export const accountFunction = (
  sql: SqlClient.SqlClient,
  name: string,
  rows: ReadonlyArray<{ readonly account_id: string }>,
  parameters: ReadonlyArray<Fragment>
): Fragment => {
  const account = accountOf(sql, rows)
  return account.isOne
    ? sql`${sql.literal(name)}(${account("")}, ${sql.csv(parameters)})`
    : sql`${sql.literal(`${name}_of_accounts`)}(${sql.csv(parameters)})`
}

/** Rows as one JSON parameter of such a function; null when there are none. */
export const jsonRows = (sql: SqlClient.SqlClient, rows: ReadonlyArray<object>): Fragment =>
  sql`${rows.length === 0 ? null : rowsJson(rows)}::json`
