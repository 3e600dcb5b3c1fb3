import type { SqlClient } from "effect/sql"
import type { Fragment } from "effect/sql/Statement"
import { storable } from "../../domain/json/Json.ts"
import { type Columns, namesOfType } from "./column.ts"
import { withTimes } from "./timestamps.ts"

/**
 * Rows of these columns as one JSON parameter of a database function; null when there are none. Columns of JSON are text already and are embedded
 * as they are, neither escaped nor parsed again. `storable` empties those that cannot be embedded.
 */
export const embeddedRows = (sql: SqlClient.SqlClient, columns: Columns) => {
  const times = namesOfType(columns, "timestamptz")
  const freeForm = namesOfType(columns, "json")
  const bigIds = namesOfType(columns, "bigint")
  const rowJson = (given: object): string => {
    const row = withTimes(times, { ...given })
    for (const name of bigIds) if (typeof row[name] === "bigint") row[name] = String(row[name])
    let free = ""
    for (const name of freeForm) {
      const json = row[name]
      row[name] = undefined
      free += `,"${name}":${typeof json === "string" ? storable(json) : null}`
    }
    return `${JSON.stringify(row).slice(0, -1)}${free}}`
  }
  return (rows: ReadonlyArray<object>): Fragment =>
    sql`${rows.length === 0 ? null : `[${rows.map(rowJson).join()}]`}::json`
}
