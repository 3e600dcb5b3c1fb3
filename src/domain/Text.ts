import { Schema } from "effect"
import { isText } from "./Json.ts"

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
export const Name = text(255).check(Schema.makeFilter((value: string) => value.trim() !== "" || "Must not be empty"))
