import type { SqlClient, Statement } from "effect/sql"

/** The expired rows of a table: the column by which the oldest go first, and their condition. */
export interface ExpiryRule {
  readonly age: Statement.Fragment
  readonly ended: Statement.Fragment
  /** Further CTEs of the same statement. */
  readonly also?: Statement.Fragment
}

interface Expired extends ExpiryRule {
  readonly table: string
  readonly limit: number
}

// By their place, because a join by key compares all with all where the planner takes a table that was emptied before for empty still.
const areEnded = (sql: SqlClient.SqlClient) => sql`ctid = ANY(ARRAY(SELECT ctid FROM ended))`

/** Deletes expired rows, and skips locked ones. */
export const removeExpired = (sql: SqlClient.SqlClient, { table, age, ended, also = sql``, limit }: Expired) => sql`
  WITH ended AS MATERIALIZED (
    SELECT ctid FROM ${sql(table)} WHERE (${ended}) ORDER BY ${age} LIMIT ${limit} FOR UPDATE SKIP LOCKED
  )${also}
  DELETE FROM ${sql(table)} WHERE ${areEnded(sql)} RETURNING 1`

/** Deletes expired rows of one account. */
export const removeOfAccount = (
  sql: SqlClient.SqlClient,
  { table, age, ended, account_id, limit }: Expired & { readonly account_id: string }
) => sql`
  WITH ended AS MATERIALIZED (
    SELECT ctid FROM ${sql(table)} WHERE account_id = ${account_id} AND (${ended})
    ORDER BY ${age} LIMIT ${limit} FOR UPDATE SKIP LOCKED
  )
  DELETE FROM ${sql(table)} WHERE account_id = ${account_id} AND ${areEnded(sql)} RETURNING 1`
