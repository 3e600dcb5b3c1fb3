import { Schema } from "effect"
import { isText } from "./Json.ts"

/** Text that every store can keep: no NUL, no lone surrogate. `max` in UTF-16 units. */
export const text = (max: number) =>
  Schema.String.check(
    Schema.makeFilter(
      (value: string) => (isText(value) && value.length <= max) || `Must be text of at most ${max} characters`,
      {
        toJsonSchema: () => ({ maxLength: max })
      }
    )
  )

/** The default size of free text. */
export const Text = text(5_000)

/** Text that says something. */
export const Name = text(255).check(Schema.makeFilter((value: string) => value.trim() !== "" || "Must not be empty"))
