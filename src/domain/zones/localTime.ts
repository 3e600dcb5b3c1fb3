import { zoneOffset } from "./zoneData.ts"

/** A date and time of day on the clocks of a zone. `weekday` counts from Sunday, 0. */
export interface LocalDateTime {
  readonly year: number
  /** From 1. */
  readonly month: number
  readonly day: number
  readonly hour: number
  readonly minute: number
  readonly second: number
  readonly millisecond: number
  readonly weekday: number
}

const dayMillis = 86_400_000

/** The local time of a zone at an instant. An unknown zone counts as UTC. */
export const localDateTime = (millis: number, timezone: string): LocalDateTime => {
  const date = new Date(localMillis(millis, timezone))
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
    millisecond: date.getUTCMilliseconds(),
    weekday: date.getUTCDay()
  }
}

/** The hour of the day (0 to 23) of a person in a zone. An unknown zone counts as UTC. */
export const localHour = (millis: number, timezone: string): number =>
  new Date(localMillis(millis, timezone)).getUTCHours()

/** The date in a zone, as YYYY-MM-DD. An unknown zone counts as UTC. */
export const localDay = (millis: number, timezone: string): string =>
  new Date(localMillis(millis, timezone)).toISOString().split("T", 1)[0] ?? ""

/** An instant as a zone's clocks show it, in milliseconds as if that were UTC. */
export const localMillis = (millis: number, timezone: string): number => millis + zoneOffset(timezone, millis)

/**
 * The instant at which a zone's clocks show a time, given in milliseconds as if it were UTC. A time that the clocks skip is as much later as they go
 * forward; of a time that they show twice it is the first. An unknown zone counts as UTC.
 */
export const instantOfLocal = (local: number, timezone: string): number => {
  // Offsets of a day before and after: a change of clocks between them is the only one.
  const [earlier, later] = [zoneOffset(timezone, local - dayMillis), zoneOffset(timezone, local + dayMillis)]
  const shown = [...new Set([earlier, later])]
    .map((offset) => local - offset)
    .filter((instant) => localMillis(instant, timezone) === local)
  return shown.length === 0 ? local - earlier : Math.min(...shown)
}
