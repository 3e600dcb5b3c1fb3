import { PgTypes } from "@effect/sql-pg"
import { Result } from "effect"
import type { SqlClient } from "effect/sql"
import type { Fragment } from "effect/sql/Statement"

/** A `text[]` parameter. The client infers the type of a plain array from its first element, which may be null or missing. */
export const texts = (values: ReadonlyArray<string | null>) =>
  Result.getOrThrow(PgTypes.array(values, PgTypes.OID.text))

/** A `bigint[]` parameter. */
export const bigints = (values: ReadonlyArray<bigint | null>) =>
  Result.getOrThrow(PgTypes.array(values, PgTypes.OID.int8))

/**
 * Arrays as the columns of a few rows, for joins. The scalar subqueries hide the lengths of the arrays from the planner, so that it keeps
 * the generic plan, for an estimate of ten rows (JSON functions: a hundred).
 */
export const columns = (
  sql: SqlClient.SqlClient,
  ...arrays: ReadonlyArray<ReturnType<typeof texts | typeof bigints>>
): Fragment => sql`unnest(${sql.csv(arrays.map((array) => sql`(SELECT ${array})`))})`

/** Rows as one parameter for `json_to_recordset`: the statement text is the same for any number of rows. */
export const rowsJson = (rows: ReadonlyArray<object>): string => JSON.stringify(rows)

/** Rows as one JSON parameter of a database function; null when there are none. */
export const jsonRows = (sql: SqlClient.SqlClient, rows: ReadonlyArray<object>): Fragment =>
  sql`${rows.length === 0 ? null : rowsJson(rows)}::json`
