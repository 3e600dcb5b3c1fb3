import type { LocalMoment } from "./readDate.ts"

const days = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
const months = "January February March April May June July August September October November December".split(" ")

const dayMillis = 86_400_000

const dayOfYear = (date: Date): number =>
  Math.floor(
    (Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()) - Date.UTC(date.getUTCFullYear(), 0, 1)) /
      dayMillis
  ) + 1

const isoWeek = (date: Date): readonly [year: number, week: number] => {
  const thursday = new Date(date.getTime() + (4 - (date.getUTCDay() || 7)) * dayMillis)
  return [thursday.getUTCFullYear(), Math.ceil(dayOfYear(thursday) / 7)]
}

const hour12 = (date: Date): number => date.getUTCHours() % 12 || 12

interface Padded {
  readonly value: number | string
  readonly width?: number
  readonly pad?: "0" | " "
}

const two = (value: number): Padded => ({ value, width: 2, pad: "0" })
const blank = (value: number): Padded => ({ value, width: 2, pad: " " })

const zoneOf = (offset: number, colons: number): string => {
  const minutes = Math.floor(Math.abs(offset) / 60_000)
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, "0"))
  const seconds = String(Math.floor(Math.abs(offset) / 1_000) % 60).padStart(2, "0")
  const sign = offset < 0 ? "-" : "+"
  return `${sign}${hours}${colons > 0 ? ":" : ""}${rest}${colons > 1 ? `:${seconds}` : ""}`
}

/** The formats that stand for several others. */
const combined: Readonly<Record<string, string>> = {
  c: "%a %b %e %H:%M:%S %Y",
  D: "%m/%d/%y",
  F: "%Y-%m-%d",
  R: "%H:%M",
  r: "%I:%M:%S %p",
  T: "%H:%M:%S",
  v: "%e-%^b-%Y",
  X: "%H:%M:%S",
  x: "%m/%d/%y"
}

const single: Readonly<Record<string, (date: Date, moment: LocalMoment, width: number) => Padded>> = {
  A: (date) => ({ value: days[date.getUTCDay()] ?? "" }),
  a: (date) => ({ value: (days[date.getUTCDay()] ?? "").slice(0, 3) }),
  B: (date) => ({ value: months[date.getUTCMonth()] ?? "" }),
  b: (date) => ({ value: (months[date.getUTCMonth()] ?? "").slice(0, 3) }),
  h: (date) => ({ value: (months[date.getUTCMonth()] ?? "").slice(0, 3) }),
  C: (date) => two(Math.floor(date.getUTCFullYear() / 100)),
  d: (date) => two(date.getUTCDate()),
  e: (date) => blank(date.getUTCDate()),
  G: (date) => ({ value: isoWeek(date)[0], width: 4, pad: "0" }),
  g: (date) => two(isoWeek(date)[0] % 100),
  H: (date) => two(date.getUTCHours()),
  I: (date) => two(hour12(date)),
  j: (date) => ({ value: dayOfYear(date), width: 3, pad: "0" }),
  k: (date) => blank(date.getUTCHours()),
  L: (date, _, width) => ({
    value: String(date.getUTCMilliseconds())
      .padStart(3, "0")
      .padEnd(width, "0")
      .slice(0, width || 3)
  }),
  l: (date) => blank(hour12(date)),
  M: (date) => two(date.getUTCMinutes()),
  m: (date) => two(date.getUTCMonth() + 1),
  N: (date, _, width) => ({
    value: String(date.getUTCMilliseconds())
      .padStart(3, "0")
      .padEnd(width || 9, "0")
      .slice(0, width || 9)
  }),
  n: () => ({ value: "\n" }),
  P: (date) => ({ value: date.getUTCHours() < 12 ? "am" : "pm" }),
  p: (date) => ({ value: date.getUTCHours() < 12 ? "AM" : "PM" }),
  S: (date) => two(date.getUTCSeconds()),
  s: (_, { instant }) => ({ value: Math.floor(instant / 1_000) }),
  t: () => ({ value: "\t" }),
  U: (date) => two(Math.floor((dayOfYear(date) + 6 - date.getUTCDay()) / 7)),
  u: (date) => ({ value: date.getUTCDay() || 7 }),
  V: (date) => two(isoWeek(date)[1]),
  W: (date) => two(Math.floor((dayOfYear(date) + 6 - ((date.getUTCDay() + 6) % 7)) / 7)),
  w: (date) => ({ value: date.getUTCDay() }),
  Y: (date) => ({ value: date.getUTCFullYear(), width: 4, pad: "0" }),
  y: (date) => two(date.getUTCFullYear() % 100),
  "%": () => ({ value: "%" })
}

const padded = (
  { value, width = 0, pad = typeof value === "number" ? "0" : " " }: Padded,
  flags: string,
  given: number
): string => {
  const text = flags.includes("^")
    ? String(value).toUpperCase()
    : flags.includes("#")
      ? swapped(String(value))
      : String(value)
  if (flags.includes("-")) return text
  const filler = flags.includes("0") ? "0" : flags.includes("_") ? " " : pad
  return text.padStart(given || width, filler)
}

// Ruby's `#` makes capitals small only where all letters are capitals.
const swapped = (text: string): string => (text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase())

/** Characters of a field. */
const maxWidth = 100

/** Writes a moment as Ruby's `strftime` does. A form that it does not know, `%Z` among them, stays as it is. Pure. */
export const strftime = (moment: LocalMoment, format: string): string => {
  const date = new Date(moment.local)
  return format.replace(
    /%([-0^#_]{0,4})(\d{0,10})(:{0,2})([A-Za-z%])/g,
    (form: string, flags: string, width: string, colons: string, letter: string) => {
      const given = Math.min(Number(width), maxWidth)
      if (letter === "z") return zoneOf(moment.local - moment.instant, colons.length).padStart(given, "0")
      if (colons !== "") return form
      const parts = combined[letter]
      if (parts !== undefined) return padded({ value: strftime(moment, parts) }, flags, given)
      const field = single[letter]
      return field === undefined
        ? form
        : padded(field(date, moment, given), flags, letter === "N" || letter === "L" ? 0 : given)
    }
  )
}
