import { Schema } from "effect"
import { isText } from "../json/Json.ts"
import { leaf, madeUpText } from "../json/Leaf.ts"

/** Whether text has at most `max` characters, as JSON Schema counts them: code points, so that an emoji of two UTF-16 units is one. */
export const fits = (text: string, max: number): boolean =>
  text.length <= max || (text.length <= 2 * max && Array.from(text).length <= max)

/** The beginning of a text: at most `most` UTF-16 units, no character of two cut in half. */
export const beginning = (text: string, most: number): string => {
  const cut = text.slice(0, most)
  return cut.isWellFormed() ? cut : cut.slice(0, -1)
}

const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu

/** The text without characters that only steer how it is shown (U+200B, U+202C, U+FEFF, variation selectors …). */
export const withoutInvisible = (text: string): string => text.replace(invisible, "")

/** Whether a member says nothing: it is missing, null, or text that shows nothing (contract §2). */
export const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === "string" && withoutInvisible(value).trim() === "")

/** Text that every store can keep: no NUL, no lone surrogate. `max` in characters. */
export const text = (max: number) =>
  Schema.String.check(
    Schema.makeFilter(
      (value: string) => (isText(value) && fits(value, max)) || `Must be text of at most ${max} characters`,
      {
        toJsonSchema: () => ({ maxLength: max })
      }
    )
  )

/** The default size of free text. */
export const Text = text(5_000)

/** `Text` as JSON Schema describes it. */
export const textJson = { maxLength: 5_000 }

/** Text that says something. */
export const NonEmptyText = text(255).check(
  Schema.makeFilter((value: string) => value.trim() !== "" || "Must not be empty")
)

// Control characters, line and paragraph separators, and the characters that change the direction of text.
const notInName = "\\u0000-\\u001f\\u007f-\\u009f\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069"
const inName = new RegExp(`^[^${notInName}]*$`, "u")
const breaks = /[\p{Cc}\u2028\u2029]+/gu
const directions = /[\p{Bidi_Control}]+/gu

/** Text as one line, for the subject and the names of a mail: what breaks the line is a space, what turns its direction is left out. */
export const singleLine = (value: string): string => value.replace(breaks, " ").replace(directions, "").trim()

const maxName = 255

/** What people call a thing, and read in lists and mails: one line of 1 to 255 visible characters, trimmed, NFC. */
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
