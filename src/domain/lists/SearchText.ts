import { Schema } from "effect"
import { isText } from "../json/Json.ts"
import { leaf } from "../json/Leaf.ts"
import { fits } from "../values/Text.ts"

const maxCharacters = 200

/** Text to search for (contract §9). */
export const SearchText = leaf({
  to: Schema.String,
  json: { type: "string", maxLength: maxCharacters },
  message: `Must be text of at most ${maxCharacters} characters`,
  decode: (value) => (typeof value === "string" && isText(value) && fits(value, maxCharacters) ? value : undefined),
  encode: (value) => value
})
