import { instantOfLocal, localHour, localMillis } from "../zones/localTime.ts"

const opensAtHour = 8
const closesAtHour = 20
const dayMillis = 86_400_000

/**
 * When an SMS may be sent to somebody in a timezone: undefined inside the window of 08:00 to 20:00 local time (contract §10),
 * else the start of the next window in milliseconds. Daylight saving time is respected; an unknown timezone counts as UTC.
 */
export const nextWindow = (now: number, timezone: string): number | undefined => {
  const hour = localHour(now, timezone)
  if (hour >= opensAtHour && hour < closesAtHour) return undefined
  const today = Math.floor(localMillis(now, timezone) / dayMillis)
  const day = hour < opensAtHour ? today : today + 1
  return instantOfLocal(day * dayMillis + opensAtHour * 3_600_000, timezone)
}
