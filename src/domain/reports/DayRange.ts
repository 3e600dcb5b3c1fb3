import { instantOfLocal, localMillis } from "../zones/localTime.ts"

/** Local days of an account: `2026-11-21` and the instant at which each begins, in milliseconds, oldest first. */
export interface DayRange {
  readonly days: ReadonlyArray<string>
  readonly starts: ReadonlyArray<number>
}

const dayMillis = 86_400_000

/**
 * The last `count` days of a time zone up to and including today. A day with a change to or from daylight saving time has 23 or 25 hours, and a
 * day that the zone left out (Samoa had no 30 December 2011) is none. An unknown time zone counts as UTC. Pure.
 */
export const lastLocalDays = (now: number, timezone: string, count: number): DayRange => {
  const today = Math.floor(localMillis(now, timezone) / dayMillis)
  // One more than asked for, in case one was left out.
  const days = Array.from({ length: count + 1 }, (_, index) => {
    const midnight = (today - (count - index)) * dayMillis
    return { day: new Date(midnight).toISOString().slice(0, 10), start: instantOfLocal(midnight, timezone) }
  })
  const last = days.filter(({ start }, index) => start !== days[index + 1]?.start).slice(-count)
  return { days: last.map(({ day }) => day), starts: last.map(({ start }) => start) }
}
