import { PgTypes } from "@effect/sql-pg"
import { Result } from "effect"
import type { SqlClient } from "effect/sql"
import type { Fragment } from "effect/sql/Statement"

/** A `text[]` parameter, also when it is empty or starts with null. */
export const texts = (values: ReadonlyArray<string | null>) =>
  Result.getOrThrow(PgTypes.array(values, PgTypes.OID.text))

/** A `bigint[]` parameter. */
export const bigints = (values: ReadonlyArray<bigint | null>) =>
  Result.getOrThrow(PgTypes.array(values, PgTypes.OID.int8))

/**
 * Arrays as the columns of a few rows to look others up by. The planner must not see how long they are, or it plans each
 * statement anew; and it takes them for ten rows where it takes JSON for a hundred: a connection from the time when tables were
 * empty remembers for how little plans were had then, and would go on making dear ones once they have grown.
 */
export const columns = (
  sql: SqlClient.SqlClient,
  ...arrays: ReadonlyArray<ReturnType<typeof texts | typeof bigints>>
): Fragment => sql`unnest(${sql.csv(arrays.map((array) => sql`(SELECT ${array})`))})`

/** Rows as one parameter for `json_to_recordset`: the statement text is the same for any number of rows. */
export const rowsJson = (rows: ReadonlyArray<object>): string => JSON.stringify(rows)
