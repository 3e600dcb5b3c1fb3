import { Schema } from "effect"
import { numberText } from "../json/Json.ts"
import { leaf } from "../json/Leaf.ts"
import { plainDecimal } from "../values/Decimal.ts"

const maxOrderId = 9223372036854775807n

const digitsOf = (value: unknown): string | undefined => {
  if (typeof value === "string") return /^\d{1,64}$/.test(value) ? value : undefined
  const source = numberText(value)
  const decimal = source === undefined ? undefined : plainDecimal(source)
  return decimal !== undefined && /^\d+(\.0+)?$/.test(decimal) ? decimal.replace(/\..*/, "") : undefined
}

/** An order id from 1 to 9223372036854775807, sent as a number or as digits, and answered as an exact number (contract §2). */
export const OrderId = leaf({
  to: Schema.BigInt.check(Schema.isBetweenBigInt({ minimum: 1n, maximum: maxOrderId })),
  json: {
    anyOf: [
      { type: "integer", format: "int64", minimum: 1 },
      { type: "string", pattern: "^[0-9]+$" }
    ],
    examples: [536365]
  },
  message: "Must be a whole number from 1 to 9223372036854775807",
  decode: (value) => {
    const digits = digitsOf(value)
    const id = digits === undefined ? 0n : BigInt(digits)
    return id >= 1n && id <= maxOrderId ? id : undefined
  },
  encode: (id) => JSON.rawJSON(String(id))
})
