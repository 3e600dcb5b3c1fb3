import { instantOfLocal, localDateTime } from "../zones/localTime.ts"
import { type WaitUntil, weekdays } from "./Step.ts"

// Finds each weekday twice, because a zone may leave a whole date out.
const days = 15

/**
 * The first moment from `now` on that has this time of day and weekday in the zone, in milliseconds. Without a time that is `now`, or the
 * start of the next such day. A time that the clocks skip counts as long after midnight as it would without the change; of a time
 * that they repeat, the first counts. An unknown zone counts as UTC. Pure.
 */
export const nextLocalTime = (now: number, wait: Pick<WaitUntil, "time" | "weekdays">, timezone: string): number => {
  const { year, month, day } = localDateTime(now, timezone)
  const [hour = 0, minute = 0] = (wait.time ?? "00:00").split(":").map(Number)
  for (let ahead = 0; ahead < days; ahead++) {
    const date = new Date(Date.UTC(year, month - 1, day + ahead))
    const weekday = weekdays[date.getUTCDay()]
    if (wait.weekdays !== undefined && !wait.weekdays.some((allowed) => allowed === weekday)) continue
    if (ahead === 0 && wait.time === undefined) return now
    const moment = instantOfLocal(date.getTime() + (60 * hour + minute) * 60_000, timezone)
    if (moment >= now && localDateTime(moment, timezone).day === date.getUTCDate()) return moment
  }
  return now
}
