import type { SqlClient, Statement } from "effect/sql"
import { timeText } from "../sql/timestamps.ts"
import { texts } from "../sql/parameters.ts"

/** The number of the day that a time is in, from 1, with `starts` in ascending order; 0 before the first. */
export const dayBucket = (
  sql: SqlClient.SqlClient,
  column: string,
  starts: ReadonlyArray<number>
): Statement.Fragment =>
  // The scalar subquery converts the array once, not for each row.
  sql`width_bucket(${sql.literal(column)}, (SELECT ${texts(starts.map(timeText))}::timestamptz[]))`

/** The condition that a time is in the days that begin at `starts`, in UTC milliseconds. */
export const sinceFirst = (
  sql: SqlClient.SqlClient,
  column: string,
  starts: ReadonlyArray<number>
): Statement.Fragment => sql`${sql.literal(column)} >= ${timeText(starts[0] ?? 0)}::timestamptz`
