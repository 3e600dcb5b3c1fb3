import { Schema } from "effect"
import { numberText } from "../json/Json.ts"
import { leaf } from "../json/Leaf.ts"

const maxDigits = 60

/** A JSON number's text without exponent: `1.50e1` is `15.0`. Undefined beyond 60 digits or the range of a double. */
export const plainDecimal = (source: string): string | undefined => {
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([-+]?\d+))?$/.exec(source)
  if (match === null || !Number.isFinite(Number(source))) return undefined
  const [, sign = "", whole = "", fraction = "", exponent = "0"] = match
  const point = whole.length + Number(exponent)
  if (Math.abs(point) > maxDigits || whole.length + fraction.length > maxDigits) return undefined
  const digits = "0".repeat(Math.max(0, 1 - point)) + whole + fraction
  const at = Math.max(1, point)
  const padded = digits.padEnd(at, "0")
  const before = padded.slice(0, at).replace(/^0+(?=\d)/, "")
  const after = padded.slice(at)
  const text = after === "" ? before : `${before}.${after}`
  return sign === "-" && /[1-9]/.test(text) ? `-${text}` : text
}

const decode = (value: unknown) => {
  const source = numberText(value)
  return source === undefined ? undefined : plainDecimal(source)
}

/** An exact decimal number: text in code (`"59.90"`), a JSON number on the wire (`59.90`). */
export const Decimal = leaf({
  to: Schema.String.check(Schema.isPattern(/^-?(?:0|[1-9]\d{0,59})(\.\d{1,60})?$/)),
  json: { type: "number" },
  message: "Must be a number",
  decode,
  encode: (text) => JSON.rawJSON(text)
})

/** An exact decimal number that is not negative. */
export const Amount = leaf({
  to: Schema.String.check(Schema.isPattern(/^(?:0|[1-9]\d{0,59})(\.\d{1,60})?$/)),
  json: { type: "number", minimum: 0 },
  message: "Must be a number, zero or more",
  decode: (value) => {
    const text = decode(value)
    return text?.startsWith("-") === true ? undefined : text
  },
  encode: (text) => JSON.rawJSON(text)
})

/** A safe integer. */
export const Int = leaf({
  to: Schema.Int,
  json: { type: "integer" },
  message: "Must be a whole number",
  decode: (value) => {
    const source = numberText(value)
    const number = source === undefined ? Number.NaN : Number(source)
    return Number.isSafeInteger(number) ? number : undefined
  },
  encode: (number) => number
})
