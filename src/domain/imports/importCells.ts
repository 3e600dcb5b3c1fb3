import { plainDecimal } from "../values/Decimal.ts"

/** A cell as text, without the apostrophe that spreadsheets put before numbers and phones. */
export const textOfCell = (cell: string): string => cell.trim().replace(/^'(?=[+\d])/, "")

/** A cell as an exact JSON number. Other text is returned as it is, so that validation reports it. */
export const numberOfCell = (cell: string): unknown => {
  const text = textOfCell(cell)
    .replace(/^(-?)[$€£]\s*/, "$1")
    .replace(/^-?\d{1,3}(,\d{3})+(?=\.|$)/, (digits) => digits.replaceAll(",", ""))
  const plain = plainDecimal(text)
  return plain === undefined ? text : JSON.rawJSON(plain)
}

/** A cell as a boolean. Other text is returned in lower case, so that validation reports it. */
export const booleanOfCell = (cell: string): unknown => {
  const text = cell.trim().toLowerCase()
  if (/^(yes|true|1|y)$/.test(text)) return true
  return /^(no|false|0|n)$/.test(text) ? false : text
}

/** A status in the API's spelling: `Partially Paid` is `partially_paid`. */
export const stateOfCell = (cell: string): string => {
  const state = cell
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, "_")
  return state === "partial" ? "partially_fulfilled" : state
}

/** A consent: a yes is `subscribed`, a no leaves the consent out. */
export const consentOfCell = (cell: string): string | undefined => {
  const accepts = booleanOfCell(cell)
  if (typeof accepts === "boolean") return accepts ? "subscribed" : undefined
  return stateOfCell(cell)
}

const form = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*(Z|UTC|[+-]\d{2}:?\d{2})?)?$/i

/** A date and time in UTC, which is also the default offset. Other text is returned as it is, so that validation reports it. */
export const timeOfCell = (cell: string): string => {
  const text = cell.trim()
  const [, year, month, day, hour = "00", minute = "00", second = "00", zone = "Z"] = form.exec(text) ?? []
  if (year === undefined) return text
  const offset = /^(Z|UTC)$/i.test(zone) ? "Z" : zone.replace(/^(...)(\d\d)$/, "$1:$2")
  const time = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}${offset}`)
  return Number.isNaN(time.getTime()) ? text : time.toISOString().replace(".000Z", "Z")
}
