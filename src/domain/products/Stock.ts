import { Schema } from "effect"
import { numberText } from "../json/Json.ts"
import { leaf } from "../json/Leaf.ts"

const most = 1_000_000_000

/** Pieces of a variant: a whole number, below zero where more were sold than there were. */
export const Stock = leaf({
  to: Schema.Int.check(Schema.isBetween({ minimum: -most, maximum: most })),
  json: { type: "integer", minimum: -most, maximum: most },
  message: `Must be a whole number between -${most} and ${most}`,
  decode: (value) => {
    const source = numberText(value)
    const number = source === undefined ? Number.NaN : Number(source)
    return Number.isSafeInteger(number) && Math.abs(number) <= most ? number : undefined
  },
  encode: (number) => number
})
