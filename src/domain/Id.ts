import { Clock, Effect, Random } from "effect"

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

/** An id that sorts by the time it was made: `con_` + 26 characters of Crockford's base 32, the first 10 of them milliseconds. */
export const makeId = Effect.fnUntraced(function* (prefix: string) {
  const now = yield* Clock.currentTimeMillis
  let random = ""
  for (let i = 0; i < 4; i++) random += encode(yield* Random.nextIntBetween(0, 2 ** 20 - 1), 4)
  return `${prefix}_${encode(now, 10)}${random}`
})

/** Whether the text can be an id at all. What can't is not looked up. */
export const isId = (value: string | undefined): boolean => value !== undefined && /^[A-Za-z0-9_-]{1,64}$/.test(value)
