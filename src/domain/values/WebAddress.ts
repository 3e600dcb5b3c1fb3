import { Schema } from "effect"
import { isText } from "../json/Json.ts"
import { leaf, madeUpText } from "../json/Leaf.ts"
import { fits } from "./Text.ts"

const max = 2_048

/** The ASCII form of an address of the web without a password; undefined for other text. */
export const webAddress = (value: string): string | undefined => {
  if (!isText(value) || !fits(value, max)) return undefined
  const url = URL.parse(value)
  const isWeb = url !== null && (url.protocol === "https:" || url.protocol === "http:")
  if (!isWeb || url.username !== "" || url.password !== "") return undefined
  return fits(url.href, max) ? url.href : undefined
}

/** An http or https address, in its ASCII form. */
export const WebAddress = leaf({
  to: Schema.String.check(madeUpText(/^https:\/\/[a-z0-9]{1,20}\.example\/[a-z0-9]{0,8}$/)),
  json: { type: "string", format: "iri", pattern: "^https?://", maxLength: max },
  message: `Must be an http or https address of at most ${max} characters`,
  decode: (value) => (typeof value === "string" ? webAddress(value) : undefined),
  encode: (url) => url
})
