import { Effect, Schema } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { accountPlacement } from "../distributed/Distribution.ts"
import { accountTables } from "../distributed/tablePlacement.ts"
import { query } from "../sql/query.ts"

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

const queryHeads = query(Schema.Struct({ account_id: Schema.String, expired: Schema.Int }))

/** Removes expired rows, at most `limit` in one call. */
export const makeRemoveExpired = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, limit: number) {
  const { isDistributed } = yield* accountPlacement
  return {
    /**
     * The condition `old` of rows that are found by the primary key, account by account: large tables need no second index by age. `surplus`
     * are the rows of `each` account beyond their number, which are counted only where one statement reads all accounts.
     */
    ofEachAccount: (
      table: string,
      age: Statement.Fragment,
      old: Statement.Fragment,
      surplus: Statement.Fragment = sql`false`
    ): Statement.Fragment =>
      isDistributed
        ? old
        : sql`ctid = ANY(ARRAY(
          SELECT old.ctid FROM accounts each CROSS JOIN LATERAL (
            SELECT ctid FROM ${sql(table)} WHERE account_id = each.account_id AND (${old} OR ${surplus})
            ORDER BY ${age} LIMIT ${limit}
          ) old LIMIT ${limit}))`,
    /** Deletes expired rows, skips locked ones, and gives the number of the deleted. */
    remove: Effect.fnUntraced(function* (table: string, rule: ExpiryRule) {
      if (!isDistributed || !accountTables.includes(table))
        return (yield* removeOfAll(sql, { table, ...rule, limit })).length
      // A plain read over all nodes, then one statement an account.
      const heads = yield* queryHeads(sql`
        SELECT account_id, count(*)::int AS expired FROM (
          SELECT account_id FROM ${sql(table)} WHERE ${rule.ended} ORDER BY ${rule.age} LIMIT ${limit}
        ) heads GROUP BY account_id ORDER BY account_id LIMIT ${limit}`)
      const removed = yield* Effect.forEach(heads, ({ account_id, expired }) =>
        removeOfAccount(sql, { table, ...rule, account_id, limit: expired })
      )
      return removed.flat().length
    })
  }
})

// By their place, because a join by key compares all with all where the planner takes a table that was emptied before for empty still.
const areEnded = (sql: SqlClient.SqlClient) => sql`ctid = ANY(ARRAY(SELECT ctid FROM ended))`

const removeOfAll = (sql: SqlClient.SqlClient, { table, age, ended, also = sql``, limit }: Expired) => sql`
  WITH ended AS MATERIALIZED (
    SELECT ctid FROM ${sql(table)} WHERE (${ended}) ORDER BY ${age} LIMIT ${limit} FOR UPDATE SKIP LOCKED
  )${also}
  DELETE FROM ${sql(table)} WHERE ${areEnded(sql)} RETURNING 1`

const removeOfAccount = (
  sql: SqlClient.SqlClient,
  { table, age, ended, account_id, limit }: Expired & { readonly account_id: string }
) => sql`
  WITH ended AS MATERIALIZED (
    SELECT ctid FROM ${sql(table)} WHERE account_id = ${account_id} AND (${ended})
    ORDER BY ${age} LIMIT ${limit} FOR UPDATE SKIP LOCKED
  )
  DELETE FROM ${sql(table)} WHERE account_id = ${account_id} AND ${areEnded(sql)} RETURNING 1`
