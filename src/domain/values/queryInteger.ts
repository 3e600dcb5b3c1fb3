import { Schema } from "effect"
import { leaf } from "../json/Leaf.ts"

/** A whole number in a query or path, written without sign and leading zeros. `minimum` is not negative. */
export const queryInteger = ({ minimum, maximum }: { readonly minimum: number; readonly maximum: number }) =>
  leaf({
    to: Schema.Int,
    json: { type: "integer", minimum, maximum },
    message: `Must be a whole number from ${minimum} to ${maximum}`,
    decode: (value) => {
      const number = typeof value === "string" && /^(?:0|[1-9]\d{0,9})$/.test(value) ? Number(value) : -1
      return number >= minimum && number <= maximum ? number : undefined
    },
    encode: String
  })
