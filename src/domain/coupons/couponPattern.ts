import { Schema } from "effect"
import { leaf, madeUpText } from "../json/Leaf.ts"

/** The characters that stand for `#`: without vowels and characters that are taken for another when they are read aloud or typed. */
export const codeAlphabet = "BCDFGHJKMNPQRTVWXYZ2346789"

const form = /^(?:[A-Za-z0-9][A-Za-z0-9._-]*)?(?:#[A-Za-z0-9._-]*){6,20}$/

/** A pattern of codes: each `#` becomes a random letter or digit. */
export const CouponPattern = leaf({
  to: Schema.String.check(madeUpText(/^[A-Z]{1,8}-#{8}$/)),
  json: { type: "string", minLength: 6, maxLength: 64, pattern: form.source, examples: ["SPRING-########"] },
  message: "Must be letters, digits, . _ or - with 6 to 20 #, at most 64 characters in all",
  decode: (value) => (typeof value === "string" && value.length <= 64 && form.test(value) ? value : undefined),
  encode: (pattern) => pattern
})

const placesOf = (pattern: string): number => pattern.split("#").length - 1

/** One guess among so many may hit a code. */
const guesses = 10_000

/** The most codes that a pool may have when its codes are made from the pattern, so that at most one guess in ten thousand hits one. Pure. */
export const maxCodesOf = (pattern: string): number => Math.floor(codeAlphabet.length ** placesOf(pattern) / guesses)

// Bytes from here on would make the first characters of the alphabet more likely.
const byteLimit = 256 - (256 % codeAlphabet.length)

/** The random bytes from which `codesOf` surely makes nearly all of `count` codes. */
export const bytesFor = (pattern: string, count: number): number => Math.ceil(count * placesOf(pattern) * 1.25) + 16

/** At most `count` codes of the pattern, as many as the random bytes suffice for. Every code is equally likely. Pure. */
export const codesOf = (pattern: string, count: number, bytes: Uint8Array): ReadonlyArray<string> => {
  const parts = pattern.split("#")
  const [first = "", ...rest] = parts
  const codes: Array<string> = []
  let at = 0
  const next = (): string | undefined => {
    while (at < bytes.length) {
      const byte = bytes[at++] ?? byteLimit
      if (byte < byteLimit) return codeAlphabet.charAt(byte % codeAlphabet.length)
    }
    return undefined
  }
  while (codes.length < count) {
    let code = first
    for (const part of rest) {
      const character = next()
      if (character === undefined) return codes
      code += character + part
    }
    codes.push(code)
  }
  return codes
}
