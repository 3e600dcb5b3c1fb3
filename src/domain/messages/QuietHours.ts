import { DateTime, Option } from "effect"

const opensAtHour = 8
const closesAtHour = 20

const zoned = (now: number, timezone: string) =>
  Option.getOrElse(DateTime.makeZoned(now, { timeZone: timezone }), () =>
    DateTime.makeZonedUnsafe(now, { timeZone: "UTC" })
  )

/**
 * When an SMS may be sent in the account's timezone: undefined inside the window of 08:00 to 20:00 local time (contract §10),
 * else the start of the next window in milliseconds. Daylight saving time is respected; an unknown timezone counts as UTC.
 */
export const nextWindow = (now: number, timezone: string): number | undefined => {
  const time = zoned(now, timezone)
  const { hour } = DateTime.toParts(time)
  if (hour >= opensAtHour && hour < closesAtHour) return undefined
  const day = hour < opensAtHour ? time : DateTime.add(time, { days: 1 })
  return DateTime.setParts(day, { hour: opensAtHour, minute: 0, second: 0, millisecond: 0 }).epochMilliseconds
}
