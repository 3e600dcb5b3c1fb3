import type { SqlClient } from "effect/sql"
import type { Fragment } from "effect/sql/Statement"

/** A condition that is false only for a json column without the string or number. Its text has them as `JSON.stringify` writes them, or has escapes. */
export const mayContain = (sql: SqlClient.SqlClient, column: string, json: string): Fragment =>
  sql`(position(${json} IN ${sql.literal(column)}::text) > 0 OR position('\\' IN ${sql.literal(column)}::text) > 0)`

/** The text of a JSON number as float8, as JSON.parse reads it: out of range it is zero or infinite. Null for null. */
export const jsonNumber = (sql: SqlClient.SqlClient, text: Fragment): Fragment =>
  sql`(CASE WHEN ${text} ~ '^-?[0-9]{1,30}([.][0-9]{1,30})?([eE][-+]?[0-9]{1,2})?$' THEN (${text})::float8
    ELSE json_number(${text}) END)`
