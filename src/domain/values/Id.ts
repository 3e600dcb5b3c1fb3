import { Clock, Effect, Random, Schema } from "effect"
import { leaf, madeUpText } from "../json/Leaf.ts"

const alphabet = "0123456789abcdefghjkmnpqrstvwxyz"

const encode = (value: number, length: number): string => {
  let rest = value
  let text = ""
  for (let i = 0; i < length; i++) {
    text = alphabet.charAt(rest % 32) + text
    rest = Math.floor(rest / 32)
  }
  return text
}

/** A new id: prefix and 26 characters of Crockford's base 32, of which the first 10 are the time in milliseconds. Ids sort by time. */
export const makeId = Effect.fnUntraced(function* (prefix: string) {
  const now = yield* Clock.currentTimeMillis
  let random = ""
  for (let i = 0; i < 4; i++) random += encode(yield* Random.nextIntBetween(0, 2 ** 20 - 1), 4)
  return `${prefix}_${encode(now, 10)}${random}`
})

/** The first id of a millisecond: ids made at or after it are greater or equal. */
export const idAt = (prefix: string, millis: number): string => `${prefix}_${encode(millis, 10)}`

const form = /^[A-Za-z0-9_-]{1,64}$/

/** Whether the text has the form of an id. */
export const isId = (value: string | undefined): boolean => value !== undefined && form.test(value)

/** An id in a query or a body. */
export const IdText = leaf({
  to: Schema.String.check(Schema.isPattern(form)),
  json: { type: "string", pattern: form.source },
  message: "Must be an id",
  decode: (value) => (typeof value === "string" && isId(value) ? value : undefined),
  encode: (id) => id
})

// In a path, `.` and `..` name no record but a level.
const ownForm = /^(?!\.{1,2}$)[A-Za-z0-9_.:~-]{1,128}$/

/** Whether the text has the form of an id that callers choose. */
export const isOwnId = (value: string | undefined): boolean => value !== undefined && ownForm.test(value)

/** An id that the caller chooses. */
export const OwnIdText = leaf({
  to: Schema.String.check(madeUpText(/^[A-Za-z0-9_.:~-]{0,127}[A-Za-z0-9]$/), Schema.isPattern(ownForm)),
  json: { type: "string", pattern: ownForm.source },
  message: "Must be 1 to 128 letters, digits, _ . : ~ or -",
  decode: (value) => (typeof value === "string" && isOwnId(value) ? value : undefined),
  encode: (id) => id
})
