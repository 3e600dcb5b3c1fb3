import { DateTime, Schema } from "effect"
import { leaf, madeUp } from "../json/Leaf.ts"

const form = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,9}))?Z$/

const parse = (value: unknown): DateTime.Utc | undefined => {
  const match = typeof value === "string" ? form.exec(value) : null
  if (match === null) return undefined
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1, 7).map(Number)
  const millis = Number((match[7] ?? "").slice(0, 3).padEnd(3, "0"))
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  date.setUTCHours(hour, minute, second, millis)
  // RFC 3339 allows second 60; a leap second becomes the second after it.
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  const isLeap = hour === 23 && minute === 59 && second === 60
  if (year === 0 || month === 0 || day === 0 || hour > 23 || minute > 59 || (second > 59 && !isLeap)) return undefined
  return isReal || isLeap ? DateTime.makeUnsafe(date) : undefined
}

/** Milliseconds of an RFC 3339 time in UTC; undefined for other text. */
export const parseTime = (text: string): number | undefined => parse(text)?.epochMilliseconds

/** Milliseconds since the epoch as RFC 3339 in UTC, with milliseconds only where they are not zero (contract §2). */
export const formatTime = (millis: number): string => new Date(millis).toISOString().replace(".000Z", "Z")

/** RFC 3339 ending in `Z`, a real calendar date (contract §2). */
export const Timestamp = leaf({
  to: Schema.DateTimeUtc.check(
    madeUp<DateTime.Utc>({
      order: DateTime.Order,
      minimum: DateTime.makeUnsafe("1990-01-01T00:00:00Z"),
      maximum: DateTime.makeUnsafe("2025-12-31T23:59:59Z")
    })
  ),
  json: { type: "string", format: "date-time", examples: ["2026-05-04T09:30:00Z"] },
  message: "Must be an RFC 3339 date and time in UTC, ending in Z",
  decode: parse,
  encode: (time) => formatTime(time.epochMilliseconds)
})

/** `months` calendar months before `now` in UTC, on the last day of a shorter month: 31 August − 6 = 28 February. */
export const monthsBefore = (now: number, months: number): number => {
  const date = new Date(now)
  const day = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() - months)
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  date.setUTCDate(Math.min(day, last))
  return date.getTime()
}

const dayMillis = 86_400_000

/** The 30 UTC days up to now, oldest first, as `2026-11-21`. */
export const lastDays = (now: number): ReadonlyArray<string> =>
  Array.from({ length: 30 }, (_, at) => new Date(now - (29 - at) * dayMillis).toISOString().slice(0, 10))
