import { plainDecimal } from "../values/Decimal.ts"

/** A cell as text: spreadsheets guard numbers and phones with an apostrophe. */
export const textOfCell = (cell: string): string => cell.trim().replace(/^'(?=[+\d])/, "")

/** A cell as an exact JSON number; text that is none stays, to be told as an issue. */
export const numberOfCell = (cell: string): unknown => {
  const text = textOfCell(cell)
    .replace(/^(-?)[$€£]\s*/, "$1")
    .replace(/^-?\d{1,3}(,\d{3})+(?=\.|$)/, (digits) => digits.replaceAll(",", ""))
  const plain = plainDecimal(text)
  return plain === undefined ? text : JSON.rawJSON(plain)
}

/** A cell as a yes or no; text that is neither stays. */
export const booleanOfCell = (cell: string): unknown => {
  const text = cell.trim().toLowerCase()
  if (/^(yes|true|1|y)$/.test(text)) return true
  return /^(no|false|0|n)$/.test(text) ? false : text
}

/** A state as the API spells it: `Partially Paid` is `partially_paid`. */
export const stateOfCell = (cell: string): string => {
  const state = cell
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, "_")
  return state === "partial" ? "partially_fulfilled" : state
}

/** A consent: also from a yes; a no says nothing of it. */
export const consentOfCell = (cell: string): string | undefined => {
  const accepts = booleanOfCell(cell)
  if (typeof accepts === "boolean") return accepts ? "subscribed" : undefined
  return stateOfCell(cell)
}

const form = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*(Z|UTC|[+-]\d{2}:?\d{2})?)?$/i

/** A date and time in UTC; one without offset is taken as UTC. Text of another form stays. */
export const timeOfCell = (cell: string): string => {
  const text = cell.trim()
  const [, year, month, day, hour = "00", minute = "00", second = "00", zone = "Z"] = form.exec(text) ?? []
  if (year === undefined) return text
  const offset = /^(Z|UTC)$/i.test(zone) ? "Z" : zone.replace(/^(...)(\d\d)$/, "$1:$2")
  const time = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}${offset}`)
  return Number.isNaN(time.getTime()) ? text : time.toISOString().replace(".000Z", "Z")
}
