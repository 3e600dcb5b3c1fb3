import { Schema } from "effect"
import { isText } from "../json/Json.ts"
import { leaf, madeUpText } from "../json/Leaf.ts"

/** Whether text has at most `max` code points, which is how JSON Schema counts. */
export const fits = (text: string, max: number): boolean =>
  text.length <= max || (text.length <= 2 * max && Array.from(text).length <= max)

/** The first `max` code points of a text, as PostgreSQL's left() counts them. Reads at most `2 * max` units. */
export const firstCharacters = (text: string, max: number): string =>
  text.length <= max
    ? text
    : Array.from(text.slice(0, 2 * max))
        .slice(0, max)
        .join("")

/** The beginning of a text: at most `max` UTF-16 units, without splitting a surrogate pair. */
export const beginning = (text: string, max: number): string => {
  const cut = text.slice(0, max)
  return cut.isWellFormed() ? cut : cut.slice(0, -1)
}

const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu

/** Removes format characters and other invisible ones (U+200B, U+202C, U+FEFF, variation selectors …). */
export const withoutInvisible = (text: string): string => text.replace(invisible, "")

/** Whether a member is missing, null, or text without a visible character (contract §2). */
export const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === "string" && withoutInvisible(value).trim() === "")

/** Text that PostgreSQL can store, of at most `max` characters. */
export const text = (max: number) =>
  Schema.String.check(
    Schema.makeFilter(
      (value: string) => (isText(value) && fits(value, max)) || `Must be text of at most ${max} characters`,
      {
        toJsonSchema: () => ({ maxLength: max })
      }
    )
  )

/** Free text of the default size. */
export const Text = text(5_000)

/** `Text` as JSON Schema describes it. */
export const textJson = { maxLength: 5_000 }

/** Text that is not blank. */
export const NonEmptyText = text(255).check(
  Schema.makeFilter((value: string) => value.trim() !== "" || "Must not be empty", {
    arbitraryConstraint: { minLength: 1 }
  })
)

// Control characters, line and paragraph separators, and the characters that change the direction of text.
const notInName = "\\u0000-\\u001f\\u007f-\\u009f\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069"
const inName = new RegExp(`^[^${notInName}]*$`, "u")
const breaks = /[\p{Cc}\u2028\u2029]+/gu
const directions = /[\p{Bidi_Control}]+/gu

/** Text as one line, for mail headers: line breaks become spaces, direction characters are removed. */
export const singleLine = (value: string): string => value.replace(breaks, " ").replace(directions, "").trim()

const maxName = 255

/** A name of a store, flow, member and the like: one line of 1 to 255 characters, at least one visible, trimmed, NFC. */
export const Name = leaf({
  to: Schema.String.check(madeUpText(/^[a-zA-Z0-9 éß_.-]{0,20}[a-zA-Z0-9]$/)),
  json: { type: "string", minLength: 1, maxLength: maxName, pattern: inName.source, examples: ["My store"] },
  message: `Must be one line of 1 to ${maxName} characters, without control and direction characters`,
  decode: (value) => {
    const name = typeof value === "string" && isText(value) && inName.test(value) ? value.normalize("NFC").trim() : ""
    return /[^\s\p{Cf}]/u.test(name) && fits(name, maxName) ? name : undefined
  },
  encode: (name) => name
})
