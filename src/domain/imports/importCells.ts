import { DateTime, Option } from "effect"
import Papa from "papaparse"
import { plainDecimal } from "../values/Decimal.ts"
import { instantOfLocal } from "../zones/localTime.ts"
import type { DateOrder, DecimalMark, FileFormat } from "./FileLayout.ts"

/** A cell as text, without the apostrophe that spreadsheets put before numbers, phones and what looks like a formula. */
export const textOfCell = (cell: string): string => cell.trim().replace(/^'(?=[+\d=@-])/, "")

const thousands: Record<DecimalMark, RegExp> = {
  ".": /^-?\d{1,3}(?:[,'’ \u00a0\u202f]\d{3})+(?=\.|$)/,
  ",": /^-?\d{1,3}(?:[.'’ \u00a0\u202f]\d{3})+(?=,|$)/
}

/** A cell as an exact JSON number, without its currency. Other text is returned as it is, so that validation reports it. */
export const numberOfCell = (cell: string, decimal: DecimalMark): unknown => {
  const text = textOfCell(cell)
  const amount = text
    .replace(/^(-?)(?:\p{Sc}|[A-Z]{3}(?![A-Z]))[\s\u00a0]*/u, "$1")
    .replace(/[\s\u00a0]{0,3}(?:\p{Sc}|[A-Z]{3})$/u, "")
    .replace(thousands[decimal], (digits) => digits.replace(/[^\d-]/g, ""))
  const plain =
    decimal === "," && amount.includes(".")
      ? undefined
      : plainDecimal(amount.replace(",", ".").replace(/^(-?)\./, "$10."))
  return plain === undefined || (decimal === "." && amount.includes(",")) ? text : JSON.rawJSON(plain)
}

/** A cell as a boolean. Other text is returned in lower case, so that validation reports it. */
export const booleanOfCell = (cell: string): unknown => {
  const text = cell.trim().toLowerCase()
  if (/^(?:yes|true|1|y|x|subscribed|opted[ _-]?in)$/.test(text)) return true
  return /^(?:no|false|0|n|unsubscribed|opted[ _-]?out|(?:never|non|not)[ _-]?subscribed)$/.test(text) ? false : text
}

/** A status in the API's spelling: `Partially Paid` is `partially_paid`. */
export const stateOfCell = (cell: string): string => {
  const state = cell
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, "_")
  return state === "partial" ? "partially_fulfilled" : state
}

// Within quotation marks the parser looks through long blanks again at each mark.
const partsOfCell = (cell: string): ReadonlyArray<string> =>
  /\s{100}/.test(cell)
    ? cell.split(",")
    : (Papa.parse<ReadonlyArray<string>>(cell.replace(/,\s+"/g, ',"').replace(/"\s+,/g, '",'), {
        delimiter: ",",
        newline: "\n"
      }).data[0] ?? [])

// A semicolon within quotation marks stays.
const withCommas = (cell: string): string =>
  cell
    .split('"')
    .map((part, at) => (at % 2 === 0 ? part.replaceAll(";", ",") : part))
    .join('"')

/** Tags between commas or semicolons. As in exports of Mailchimp, a tag in quotes may hold one. */
export const tagsOfCell = (cell: string): ReadonlyArray<string> =>
  partsOfCell(withCommas(cell))
    .map((tag) => tag.trim())
    .filter((tag) => tag !== "")

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
const monthOf = (name = ""): number => months.indexOf(name.slice(0, 3).toLowerCase()) + 1

type DateParts = readonly [year: number, month: number, day: number]

/** The forms of a date at the beginning of a cell, each with its parts in order of year, month and day. */
const dateForms: ReadonlyArray<
  readonly [form: RegExp, parts: (found: ReadonlyArray<string>, dates: DateOrder) => DateParts]
> = [
  [/^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})/, ([, year, month, day]) => [Number(year), Number(month), Number(day)]],
  [
    /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})/,
    ([, one, other, year = ""], dates) => {
      const [day, month] = dates === "dmy" ? [one, other] : [other, one]
      return [year.length === 2 ? 2000 + Number(year) : Number(year), Number(month), Number(day)]
    }
  ],
  [/^([a-z]{3,9})\.? (\d{1,2}),? (\d{4})/i, ([, month, day, year]) => [Number(year), monthOf(month), Number(day)]],
  [/^(\d{1,2})\.? ([a-z]{3,9})\.?,? (\d{4})/i, ([, day, month, year]) => [Number(year), monthOf(month), Number(day)]]
]

const clockForm =
  /^(?:,?[T ] ?(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)? ?([AP]M)? ?(Z|UTC|GMT|[+-]\d{2}:?\d{2})?)?$/i

/** The parts of a date in one of the known forms, and of the time behind it. */
const partsOfTime = (text: string, dates: DateOrder) => {
  for (const [form, parts] of dateForms) {
    const date = form.exec(text)
    const clock = date === null ? null : clockForm.exec(text.slice(date[0].length))
    if (date !== null && clock !== null) return { date: parts(date, dates), clock: clock.slice(1) }
  }
  return undefined
}

const two = (part: number | string): string => String(part).padStart(2, "0")

const yearlessForm = /^(\d{1,2})[-/.](\d{1,2})[.]?$/

// 29 February has a day in a leap year.
const isDayOf = (year: number, month: number, day: number): boolean => {
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

/**
 * A date as a custom field: `2026-05-04`, `--05-04` without a year (RFC 6350), and with the time behind it where there is one. A date without
 * a time is that day in every zone. Other text, and days that no calendar has, are returned as they are.
 */
export const dayOfCell = (cell: string, format: FileFormat): string => {
  const text = cell.trim()
  const [, one, other] = yearlessForm.exec(text) ?? []
  if (one !== undefined) {
    const [day, month] = (format.dates === "dmy" ? [one, other] : [other, one]).map(Number)
    return isDayOf(2000, month ?? 0, day ?? 0) ? `--${two(month ?? 0)}-${two(day ?? 0)}` : text
  }
  const parts = partsOfTime(text, format.dates)
  if (parts === undefined) return text
  const [written, month, day] = parts.date
  // Few dates of people lie ahead: 90 is 1990, unlike in the date of an order.
  const [, short] = /^\d{1,2}[-/.]\d{1,2}[-/.](\d{2})(?!\d)/.exec(text) ?? []
  const year = short !== undefined && Number(short) > 30 ? written - 100 : written
  if (!isDayOf(year, month, day)) return text
  return parts.clock[0] === undefined ? `${year}-${two(month)}-${two(day)}` : timeOfCell(text, format)
}

/**
 * A date and time in UTC; without an offset in the timezone of the file. Other text, and days that no calendar has, are returned as
 * they are, so that validation reports them.
 */
export const timeOfCell = (cell: string, format: FileFormat): string => {
  const text = cell.trim()
  const parts = partsOfTime(text, format.dates)
  if (parts === undefined) return text
  const [year, month, day] = parts.date
  const [hours = "0", minutes = "00", seconds = "00", half, offset] = parts.clock
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (half.toLowerCase() === "pm" ? 12 : 0)
  const midnight = new Date(Date.UTC(year, month - 1, day))
  const isReal = midnight.getUTCMonth() === month - 1 && midnight.getUTCDate() === day && hour < 24
  const local = `${year}-${two(month)}-${two(day)}T${two(hour)}:${minutes}:${seconds}`
  if (!isReal) return text
  const time =
    offset === undefined
      ? Option.map(DateTime.make(`${local}Z`), ({ epochMilliseconds }) =>
          DateTime.makeUnsafe(instantOfLocal(epochMilliseconds, format.timezone))
        )
      : DateTime.make(`${local}${/^[a-z]/i.test(offset) ? "Z" : offset.replace(/^(...)(\d\d)$/, "$1:$2")}`)
  return Option.match(time, { onNone: () => text, onSome: (utc) => DateTime.formatIso(utc).replace(".000Z", "Z") })
}
