import type { SqlClient } from "effect/sql"
import type { Fragment } from "effect/sql/Statement"

/** Gives the account of a statement's rows as SQL: a parameter, or the column that is named. */
export interface BatchAccount {
  (column: string): Fragment
  /** Whether all rows belong to one account, so that the account is a parameter. */
  readonly isOne: boolean
}

/**
 * The account of a batch of rows, for every table in their statement: a parameter when all rows belong to one account, so that a
 * distributed database can send the statement whole to that account's node; else the column, such as `r.account_id`.
 * Restrict the rows to it too (`r.account_id = ${account("r.account_id")}`): the planner then expects one row and looks each up by its
 * key. Expecting many, it reads all rows of the account in the other table, whose size it takes for that of an average account.
 */
export const accountOf = (
  sql: SqlClient.SqlClient,
  rows: ReadonlyArray<{ readonly account_id: string }>
): BatchAccount => {
  const account_id = rows[0]?.account_id
  return account_id !== undefined && rows.every((row) => row.account_id === account_id)
    ? Object.assign(() => sql`${account_id}`, { isOne: true })
    : Object.assign((column: string) => sql.literal(column), { isOne: false })
}

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
