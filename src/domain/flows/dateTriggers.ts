import type { Contact } from "../contacts/Contact.ts"
import { instantOfLocal, localDay, localDateTime } from "../zones/localTime.ts"
import type { FlowTrigger } from "./FlowTrigger.ts"

/** Starts a flow once for a contact and a day, by a date in a custom field of the contact. */
export interface DateTrigger {
  readonly account_id: string
  readonly type: "date"
  readonly flow_id: string
  readonly field: string
  /** The local day of the start, as YYYY-MM-DD. */
  readonly day: string
  readonly contact_id: string
  readonly contact: Contact
  readonly occurred_at: number
}

export type DateRule = Extract<FlowTrigger, { readonly type: "date" }>

/** A span of time in milliseconds, without its beginning and with its end. */
export interface TimeSpan {
  readonly after: number
  readonly until: number
}

const form = /^(\d{4}-\d{2}-\d{2})(?:$|[T ])/

const dayText = (date: Date): string => date.toISOString().slice(0, 10)

const dayAfter = (day: string, days: number): string => {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return dayText(date)
}

/** The calendar day at the beginning of a text, as YYYY-MM-DD; undefined for anything else, and for days that no calendar has. Pure. */
export const calendarDay = (value: unknown): string | undefined => {
  const day = typeof value === "string" ? form.exec(value)?.[1] : undefined
  if (day === undefined) return undefined
  const date = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && dayText(date) === day ? day : undefined
}

/** The month and day of a date without a year (`--05-04`, RFC 6350), as MM-DD; undefined for anything else. Pure. */
export const yearlyDay = (value: unknown): string | undefined => {
  const day = typeof value === "string" ? /^--(\d{2}-\d{2})$/.exec(value)?.[1] : undefined
  // A leap year has every day.
  return day !== undefined && calendarDay(`2000-${day}`) !== undefined ? day : undefined
}

const leapDay = "02-29"
const hasLeapDay = (day: string): boolean => calendarDay(`${day.slice(0, 4)}-${leapDay}`) !== undefined

/** How the dates that fall on a day begin (`once`), or what follows their year (`yearly`). 29 February falls on the 28th in common years. Pure. */
export const datesOn = ({ repeat }: Pick<DateRule, "repeat">, day: string): ReadonlyArray<string> => {
  if (repeat === "once") return [day]
  return day.endsWith("-02-28") && !hasLeapDay(day) ? [day.slice(5), leapDay] : [day.slice(5)]
}

/** When a local day reaches the time of a rule; undefined if the zone leaves the day out. Skipped and repeated times count as in `nextLocalTime`. */
export const momentOf = (day: string, time: string, timezone: string): number | undefined => {
  const [year = 0, month = 0, date = 0] = day.split("-").map(Number)
  const [hour = 0, minute = 0] = time.split(":").map(Number)
  const moment = instantOfLocal(Date.UTC(year, month - 1, date, hour, minute), timezone)
  return localDateTime(moment, timezone).day === date ? moment : undefined
}

const quarter = 900_000

// Zones differ from UTC by whole quarters of an hour.
const mayCome = (time: string, { after, until }: TimeSpan): boolean => {
  const [hour = 0, minute = 0] = time.split(":").map(Number)
  const rest = ((60 * hour + minute) * 60_000) % quarter
  return Math.floor((until - rest) / quarter) > Math.floor((after - rest) / quarter)
}

/** Whether a local day reaches the time in the span. An unknown zone counts as UTC. Pure. */
export const comesWithin = (day: string, time: string, timezone: string, { after, until }: TimeSpan): boolean => {
  const moment = momentOf(day, time, timezone)
  return moment !== undefined && moment > after && moment <= until
}

const daysFrom = (first: string, last: string): ReadonlyArray<string> => {
  const days: Array<string> = []
  for (let day = first; day <= last; day = dayAfter(day, 1)) days.push(day)
  return days
}

/** The local days whose time in the zone lies in the span, oldest first. An unknown zone counts as UTC. Pure. */
export const daysWithin = (time: string, timezone: string, span: TimeSpan): ReadonlyArray<string> =>
  mayCome(time, span)
    ? daysFrom(localDay(span.after, timezone), localDay(span.until, timezone)).filter((day) =>
        comesWithin(day, time, timezone, span)
      )
    : []

const dayMillis = 86_400_000

/**
 * The local days on which the time may lie in the span in one of the zones. Of a span longer than a day these are all its days and one
 * more at each end, because asking each zone for each day of a year takes seconds. Pure.
 */
export const daysInZones = (time: string, timezones: ReadonlyArray<string>, span: TimeSpan): ReadonlySet<string> =>
  span.until - span.after > dayMillis
    ? new Set(daysFrom(localDay(span.after - dayMillis, "UTC"), localDay(span.until + dayMillis, "UTC")))
    : new Set(timezones.flatMap((zone) => daysWithin(time, zone, span)))

/** The day that a rule is about when it starts on `day`. */
export const dateOfStart = ({ days }: Pick<DateRule, "days">, day: string): string => dayAfter(day, -days)

/** The days among `starts` on which a value starts a flow: never before the date itself has come for the first time. Pure. */
export const startDays = (rule: DateRule, value: unknown, starts: ReadonlyArray<string>): ReadonlyArray<string> => {
  const yearly = rule.repeat === "yearly" ? yearlyDay(value) : undefined
  if (yearly !== undefined) return starts.filter((start) => datesOn(rule, dateOfStart(rule, start)).includes(yearly))
  const date = calendarDay(value)
  if (date === undefined) return []
  return starts.filter((start) => {
    const day = dateOfStart(rule, start)
    return (
      day.slice(0, 4) >= date.slice(0, 4) && datesOn(rule, day).includes(rule.repeat === "once" ? date : date.slice(5))
    )
  })
}
