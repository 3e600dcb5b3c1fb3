import { instantOfLocal, localMillis } from "../zones/localTime.ts"

/** Local days of an account: `2026-11-21` and the instant at which each begins, in milliseconds, oldest first. */
export interface DayRange {
  readonly days: ReadonlyArray<string>
  readonly starts: ReadonlyArray<number>
}

const dayMillis = 86_400_000

/**
 * The last `count` days of a time zone up to and including today. A day with a change to or from daylight saving time has 23 or 25 hours.
 * An unknown time zone counts as UTC. Pure.
 */
export const lastLocalDays = (now: number, timezone: string, count: number): DayRange => {
  const today = Math.floor(localMillis(now, timezone) / dayMillis)
  const midnights = Array.from({ length: count }, (_, index) => (today - (count - 1 - index)) * dayMillis)
  return {
    days: midnights.map((midnight) => new Date(midnight).toISOString().slice(0, 10)),
    starts: midnights.map((midnight) => instantOfLocal(midnight, timezone))
  }
}
