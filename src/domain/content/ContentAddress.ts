import { Schema } from "effect"
import { isText } from "../json/Json.ts"
import { leaf, madeUpText } from "../json/Leaf.ts"
import { fits } from "../values/Text.ts"
import { textParts } from "./mergeText.ts"

/** The most characters of an address in a document. */
const maxAddressLength = 2_048

const variable = /^\{\{\s{0,9}([A-Za-z_][A-Za-z0-9_-]{0,99}(?:\.[A-Za-z0-9_-]{1,99}){0,9})\s{0,9}\}\}$/

/** The variable that is the whole address, such as `cart.url`; undefined for an address that is typed. Pure. */
export const addressVariable = (address: string): string | undefined => variable.exec(address)?.[1]

// The host stands before the first output: data never chooses where a link leads.
const webBeginning = /^https?:\/\/[^\s/?#\\@:]+(?::\d{1,5})?(?:[/?#]|$)/i

const isWhole = (address: string, schemes: RegExp): boolean => {
  const parts = textParts(address)
  const [first] = parts
  if (first === undefined || first.isOutput) return false
  const words = parts.filter((part) => !part.isOutput).map(({ text }) => text)
  if (words.some((text) => /[\s\p{C}<>{}]/u.test(text))) return false
  if (schemes.test(first.text)) return address.length > first.text.indexOf(":") + 1
  if (!webBeginning.test(first.text)) return false
  // An output may follow the character that ends the host.
  return (parts.length === 1 || /^\w+:\/\/[^/?#]+[/?#]/.test(first.text)) && URL.canParse(words.join("x"))
}

const address = (options: {
  readonly schemes: RegExp
  readonly message: string
  readonly pattern: string
  readonly madeUp: RegExp
}) =>
  leaf({
    to: Schema.String.check(madeUpText(options.madeUp)),
    json: { type: "string", pattern: options.pattern, maxLength: maxAddressLength },
    message: options.message,
    decode: (value) => {
      if (typeof value !== "string" || !isText(value) || !fits(value, maxAddressLength)) return undefined
      const trimmed = value.trim()
      const isGood = trimmed === "" || addressVariable(trimmed) !== undefined || isWhole(trimmed, options.schemes)
      return isGood ? trimmed : undefined
    },
    encode: (value) => value
  })

/**
 * Where a link leads: a whole address of the web, a mail address or a phone, with merge fields after its host, or one variable that holds an address.
 * Empty while it is not chosen yet.
 */
export const LinkAddress = address({
  schemes: /^(?:mailto|tel):/i,
  message:
    "Must be a whole address that begins with https://, http://, mailto: or tel:, or one variable such as {{ cart.url }}",
  pattern: "^\\s*(?:$|https?://|mailto:|tel:|\\{\\{)",
  madeUp: /^(?:|https:\/\/[a-z]{1,9}\.example\/[a-z0-9"'&=?]{0,9}|mailto:[a-z]{1,9}@a\.example|\{\{ cart\.url \}\})$/
})

/** Where a picture lies: an address of the web as in `LinkAddress`. Empty while it is not chosen yet. */
export const ImageAddress = address({
  schemes: /^(?!)/,
  message: "Must be a whole address that begins with https:// or http://, or one variable",
  pattern: "^\\s*(?:$|https?://|\\{\\{)",
  madeUp: /^(?:|https:\/\/[a-z]{1,9}\.example\/[a-z0-9"'&=?]{0,9}\.png)$/
})
