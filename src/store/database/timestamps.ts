import { Schema, SchemaGetter } from "effect"

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

/** A timestamptz column as milliseconds inside a JSON row. */
export const millisOf = (column: string): string => `round(date_part('epoch', ${column}) * 1000) AS ${column}`
