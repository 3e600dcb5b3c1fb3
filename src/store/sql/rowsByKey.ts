import type { Statement } from "effect/sql"
import type { Fragment } from "effect/sql/Statement"
import type { BatchAccount } from "../distributed/accountOf.ts"

/**
 * SQL that finds the row of `table` for each row of the CTE `keys`, one index lookup each (OFFSET 0 keeps the planner from joining):
 * plans are kept, and a plan made for a small table must not scan it once it has grown. `forUpdate` locks the rows in the order
 * of `keys`.
 */
export const rowsByKey = (
  sql: Statement.Constructor,
  options: {
    readonly account: BatchAccount
    readonly keys: string
    readonly table: string
    readonly columns: string
    readonly key: string
    readonly forUpdate: boolean
  }
): Fragment => {
  const { account, keys, table, columns, key, forUpdate } = options
  return sql`SELECT found.* FROM ${sql.literal(`${keys} CROSS JOIN LATERAL (
    SELECT ${columns} FROM ${table} WHERE account_id =`)} ${account(`${keys}.account_id`)} ${sql.literal(`
      AND ${key} = ${keys}.${key} ${forUpdate ? "FOR UPDATE" : "OFFSET 0"}
  ) found`)}`
}
