import { instantOfLocal, localMillis } from "../../domain/zones/localTime.ts"

/** A moment on the clocks of a zone: what they show, in milliseconds as if it were UTC, and the instant. */
export interface LocalMoment {
  readonly local: number
  readonly instant: number
}

const yearFirst = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?=$|[T ])/i
const dayFirst = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})(?=$|[T ])/i
const monthFirst = /^(?:[a-z]{3,9},? )?([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})(?=$|[T ])/i
const monthSecond = /^(?:[a-z]{3,9},? )?(\d{1,2})(?:st|nd|rd|th)? ([a-z]{3,9})\.?,? (\d{4})(?=$|[T ])/i
const timeForm = /^(?:[T ] ?(\d{1,2}):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)? ?(Z|UTC|GMT|[+-]\d\d:?\d\d)?)?$/i

const months = "january february march april may june july august september october november december".split(" ")

const monthOf = (name: string): number => {
  const lower = name.toLowerCase()
  return (
    months.findIndex(
      (month) => month === lower || month.slice(0, 3) === lower || (lower === "sept" && month === "september")
    ) + 1
  )
}

/** Year, month and day at the beginning of a text, and the rest; as Ruby's `Time.parse` reads them, the day before the month. */
const dayOf = (text: string): readonly [year: number, month: number, day: number, rest: string] | undefined => {
  const rest = (found: RegExpExecArray) => text.slice(found[0].length)
  const [iso, european, american, british] = [yearFirst, dayFirst, monthFirst, monthSecond].map((form) =>
    form.exec(text)
  )
  if (iso) return [Number(iso[1]), Number(iso[2]), Number(iso[3]), rest(iso)]
  if (european) return [Number(european[3]), Number(european[2]), Number(european[1]), rest(european)]
  if (american) return [Number(american[3]), monthOf(american[1] ?? ""), Number(american[2]), rest(american)]
  if (british) return [Number(british[3]), monthOf(british[2] ?? ""), Number(british[1]), rest(british)]
  return undefined
}

const offsetOf = (zone: string): number => {
  const [, sign, hours = "0", minutes = "0"] = /^([+-])(\d\d):?(\d\d)$/.exec(zone) ?? []
  return (sign === "-" ? -1 : 1) * (60 * Number(hours) + Number(minutes)) * 60_000
}

const atInstant = (instant: number, timezone: string): LocalMoment | undefined =>
  Math.abs(instant) > 8e15 ? undefined : { instant, local: localMillis(instant, timezone) }

/**
 * The moment that a value of a template names, on the clocks of a zone: text with a day, or with a day and a time, seconds since the epoch, `now`. A day
 * or time without an offset is one of the zone, so that a birthday stays on its day. Undefined for anything else: `Table 5`.
 */
export const readDate = (value: unknown, timezone: string, now: number): LocalMoment | undefined => {
  if (value instanceof Date) return atInstant(value.getTime(), timezone)
  if (typeof value === "number") return Number.isInteger(value) ? atInstant(1_000 * value, timezone) : undefined
  if (typeof value !== "string") return undefined
  const text = value.trim()
  if (/^(?:now|today)$/i.test(text)) return atInstant(now, timezone)
  if (/^\d{1,12}$/.test(text)) return atInstant(1_000 * Number(text), timezone)
  const found = dayOf(text)
  if (found === undefined) return undefined
  const [year, month, day, rest] = found
  const clock = timeForm.exec(rest)
  const [hour = 0, minute = 0, second = 0] = (clock ?? []).slice(1, 4).map((part) => Number(part ?? 0))
  const isReal = month >= 1 && month <= 12 && day >= 1 && day <= 31 && hour < 25 && minute < 60 && second < 61
  if (clock === null || !isReal) return undefined
  const local = new Date(0)
  local.setUTCFullYear(year, month - 1, day)
  local.setUTCHours(hour, minute, second, Number((clock[4] ?? "").slice(0, 3).padEnd(3, "0")))
  const zone = clock[5]
  return zone === undefined
    ? { local: local.getTime(), instant: instantOfLocal(local.getTime(), timezone) }
    : atInstant(local.getTime() - offsetOf(zone), timezone)
}
