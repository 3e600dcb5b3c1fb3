/** The rule of a zone after its last listed change: an offset, and where clocks change, when they do each year. Seconds east of UTC. */
export interface PosixRule {
  readonly standard: number
  readonly daylight: { readonly offset: number; readonly starts: YearDay; readonly ends: YearDay } | undefined
}

/** A local time of each year, in seconds after the midnight of its day. */
type YearDay =
  | {
      readonly type: "weekday"
      readonly month: number
      readonly week: number
      readonly weekday: number
      readonly time: number
    }
  | { readonly type: "day"; readonly day: number; readonly countsLeapDay: boolean; readonly time: number }

const dayMillis = 86_400_000

const standardForm = /^(?:[A-Za-z]{3,30}|<[A-Za-z0-9+-]{3,30}>)([+-]?)(\d{1,3})(?::(\d\d))?(?::(\d\d))?/
const daylightForm = /^(?:[A-Za-z]{3,30}|<[A-Za-z0-9+-]{3,30}>)(?:([+-]?)(\d{1,3})(?::(\d\d))?(?::(\d\d))?)?,/
const timeForm = /^\/([+-]?)(\d{1,3})(?::(\d\d))?(?::(\d\d))?$/

const secondsOf = ([sign = "", hours = "0", minutes = "0", seconds = "0"]: ReadonlyArray<string | undefined>): number =>
  (sign === "-" ? -1 : 1) * (3_600 * Number(hours) + 60 * Number(minutes) + Number(seconds))

const dayOf = (text: string): YearDay | undefined => {
  const slash = text.indexOf("/")
  const [day, clockText] = slash < 0 ? [text, "/2"] : [text.slice(0, slash), text.slice(slash)]
  const timeParts = timeForm.exec(clockText)
  if (timeParts === null) return undefined
  const time = secondsOf(timeParts.slice(1))
  const [, month, week, weekday] = /^M(\d{1,2})\.([1-5])\.([0-6])$/.exec(day) ?? []
  if (month !== undefined)
    return { type: "weekday", month: Number(month), week: Number(week), weekday: Number(weekday), time }
  const [, julian, count] = /^(J?)(\d{1,3})$/.exec(day) ?? []
  if (count === undefined) return undefined
  return { type: "day", day: Number(count) - (julian === "J" ? 1 : 0), countsLeapDay: julian === "", time }
}

/** Reads the last line of a zone file (POSIX.1 `TZ` with the extensions of RFC 9636 §3.3). Undefined for other text. Pure. */
export const readPosixRule = (text: string): PosixRule | undefined => {
  const first = standardForm.exec(text)
  if (first === null) return undefined
  // POSIX counts westwards.
  const standard = -secondsOf(first.slice(1))
  const rest = text.slice(first[0].length)
  if (rest === "") return { standard, daylight: undefined }
  const second = daylightForm.exec(rest)
  if (second === null) return undefined
  const offset = second[2] === undefined ? standard + 3_600 : -secondsOf(second.slice(1))
  const [starts, ends, ...more] = rest.slice(second[0].length).split(",").map(dayOf)
  if (starts === undefined || ends === undefined || more.length > 0) return undefined
  return { standard, daylight: { offset, starts, ends } }
}

const isLeapYear = (year: number): boolean => new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1

/** A local time of a year, in milliseconds as if it were UTC. */
const inYear = (year: number, on: YearDay): number => {
  const time = 1_000 * on.time
  if (on.type === "day") {
    const leap = !on.countsLeapDay && on.day >= 59 && isLeapYear(year) ? 1 : 0
    return Date.UTC(year, 0, 1 + on.day + leap) + time
  }
  const firstOfMonth = Date.UTC(year, on.month - 1, 1)
  const firstSuch = firstOfMonth + ((on.weekday - new Date(firstOfMonth).getUTCDay() + 7) % 7) * dayMillis
  const nextMonth = Date.UTC(year, on.month, 1)
  let day = firstSuch + (on.week - 1) * 7 * dayMillis
  while (day >= nextMonth) day -= 7 * dayMillis
  return day + time
}

/** The offset by a rule at an instant, in seconds east of UTC. Pure. */
export const offsetByRule = ({ standard, daylight }: PosixRule, millis: number): number => {
  if (daylight === undefined) return standard
  // The year by standard time: no change of clocks is near the turn of a year by daylight time alone.
  const year = new Date(millis + 1_000 * standard).getUTCFullYear()
  const starts = inYear(year, daylight.starts) - 1_000 * standard
  const ends = inYear(year, daylight.ends) - 1_000 * daylight.offset
  const isDaylight = starts < ends ? millis >= starts && millis < ends : millis >= starts || millis < ends
  return isDaylight ? daylight.offset : standard
}
