/**
 * SQL that finds the row of `table` for each row of the CTE `keys`, one index lookup each (OFFSET 0 keeps the planner from joining):
 * plans are kept, and a plan made for a small table must not scan it once it has grown. `forUpdate` locks the rows in the order
 * of `keys`.
 */
export const rowsByKey = (options: {
  readonly keys: string
  readonly table: string
  readonly columns: string
  readonly key: string
  readonly forUpdate: boolean
  readonly where?: string
}): string => {
  const { keys, table, columns, key, forUpdate, where = "true" } = options
  return `SELECT found.* FROM ${keys} CROSS JOIN LATERAL (
    SELECT ${columns} FROM ${table} WHERE account_id = ${keys}.account_id AND ${key} = ${keys}.${key} AND ${where}
      ${forUpdate ? "FOR UPDATE" : "OFFSET 0"}
  ) found`
}
