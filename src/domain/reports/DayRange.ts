import { DateTime } from "effect"
import { zonedTime } from "../values/Time.ts"

/** Local days of an account: `2026-11-21` and the instant at which each begins, in milliseconds, oldest first. */
export interface DayRange {
  readonly days: ReadonlyArray<string>
  readonly starts: ReadonlyArray<number>
}

/**
 * The last `count` days of a time zone up to and including today. A day with a change to or from daylight saving time has 23 or 25 hours.
 * An unknown time zone counts as UTC. Pure.
 */
export const lastLocalDays = (now: number, timezone: string, count: number): DayRange => {
  const noon = DateTime.setParts(zonedTime(now, timezone), { hour: 12, minute: 0, second: 0, millisecond: 0 })
  const dates = Array.from({ length: count }, (_, index) => DateTime.subtract(noon, { days: count - 1 - index }))
  return {
    days: dates.map((date) => DateTime.formatIsoDate(date)),
    starts: dates.map((date) => DateTime.startOf(date, "day").epochMilliseconds)
  }
}
