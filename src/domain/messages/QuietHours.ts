import { DateTime, Option } from "effect"

const opens = 8
const closes = 20

const local = (now: number, timezone: string) =>
  Option.getOrElse(DateTime.makeZoned(now, { timeZone: timezone }), () =>
    DateTime.makeZonedUnsafe(now, { timeZone: "UTC" })
  )

/**
 * When a text may go out in the account's timezone: undefined for now, else the start of the next window in milliseconds
 * (contract §10: 08:00 to 20:00). Windows follow the clock on the wall, also over a change to or from summer time.
 */
export const nextWindow = (now: number, timezone: string): number | undefined => {
  const time = local(now, timezone)
  const { hour } = DateTime.toParts(time)
  if (hour >= opens && hour < closes) return undefined
  const day = hour < opens ? time : DateTime.add(time, { days: 1 })
  return DateTime.setParts(day, { hour: opens, minute: 0, second: 0, millisecond: 0 }).epochMilliseconds
}
