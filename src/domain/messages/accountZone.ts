import { DateTime, Option } from "effect"

/** A time (milliseconds) in an account's timezone; an unknown timezone counts as UTC. */
export const inZone = (time: number, timezone: string): DateTime.Zoned =>
  Option.getOrElse(DateTime.makeZoned(time, { timeZone: timezone }), () =>
    DateTime.makeZonedUnsafe(time, { timeZone: "UTC" })
  )

/** The date in an account's timezone, as YYYY-MM-DD. */
export const localDay = (time: number, timezone: string): string => DateTime.formatIsoDate(inZone(time, timezone))
