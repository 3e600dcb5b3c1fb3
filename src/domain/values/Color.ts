import { Schema } from "effect"
import { leaf, madeUpText } from "../json/Leaf.ts"

const color = /^#[0-9a-fA-F]{6}$/

/** A colour as `#` and six hexadecimal digits. */
export const Color = leaf({
  to: Schema.String.check(madeUpText(color)),
  json: { type: "string", pattern: color.source },
  message: "Must be a colour as # and six hexadecimal digits",
  decode: (value) => (typeof value === "string" && color.test(value) ? value : undefined),
  encode: (value) => value
})
