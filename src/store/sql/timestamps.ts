import { Schema, SchemaGetter } from "effect"
import type { SqlClient } from "effect/sql"

/** A timestamptz column as milliseconds. */
export const Millis = Schema.Date.pipe(
  Schema.decodeTo(Schema.Number, {
    decode: SchemaGetter.transform((date: Date) => date.getTime()),
    encode: SchemaGetter.transform((millis: number) => new Date(millis))
  })
)

/** Milliseconds as a parameter or a member of a JSON row. */
export const timeText = (millis: number | null): string | null =>
  millis === null ? null : new Date(millis).toISOString()

/** A timestamptz column as milliseconds, for statements of very many rows: reading dates takes longer than all else of a row. */
export const epochMillis = (sql: SqlClient.SqlClient, column: string) =>
  sql.literal(`round(date_part('epoch', ${column}) * 1000)`)

/** A timestamptz column as milliseconds inside a JSON row. */
export const millisOf = (column: string): string => `round(date_part('epoch', ${column}) * 1000) AS ${column}`

/** Replaces the times of a row, in milliseconds, by members of a JSON row. Changes the row in place. */
export const withTimes = (names: ReadonlyArray<string>, row: Record<string, unknown>): Record<string, unknown> => {
  for (const name of names) {
    const millis = row[name]
    row[name] = typeof millis === "number" ? timeText(millis) : null
  }
  return row
}
