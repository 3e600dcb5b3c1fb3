import { DateTime } from "effect"

/** Milliseconds. */
export const dayMillis = 86_400_000

/** The day of a time in UTC, as an input for dates takes it. */
export const dayText = (millis: number): string => new Date(millis).toISOString().slice(0, 10)

/** The beginning of a day in UTC. */
export const midnight = (day: string): DateTime.Utc => DateTime.makeUnsafe(`${day}T00:00:00Z`)

/** The day after a day. */
export const nextDay = (day: string): string => dayText(Date.parse(day) + dayMillis)

/** Whether an input for dates has a day. */
export const isDay = (text: string): boolean => !Number.isNaN(Date.parse(text))
