import { DateTime } from "effect"
import { zonedTime } from "../values/Time.ts"

const opensAtHour = 8
const closesAtHour = 20

/**
 * When an SMS may be sent in the account's timezone: undefined inside the window of 08:00 to 20:00 local time (contract §10),
 * else the start of the next window in milliseconds. Daylight saving time is respected; an unknown timezone counts as UTC.
 */
export const nextWindow = (now: number, timezone: string): number | undefined => {
  const time = zonedTime(now, timezone)
  const { hour } = DateTime.toParts(time)
  if (hour >= opensAtHour && hour < closesAtHour) return undefined
  const day = hour < opensAtHour ? time : DateTime.add(time, { days: 1 })
  return DateTime.setParts(day, { hour: opensAtHour, minute: 0, second: 0, millisecond: 0 }).epochMilliseconds
}
