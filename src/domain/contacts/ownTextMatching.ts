import type { Contact } from "./Contact.ts"
import { asciiLowerCase, emailKey } from "./Email.ts"

type Addresses = Pick<Contact, "email" | "phone">

/** The replacement of an erased address in a text of the business. No address is shorter, so no text becomes too long. */
export const erasedWord = "erased"

/** The characters that stand between the digits of a phone, at most three in a row. */
export const separators = " ().-/\u00a0"

const spellings = (email: string): ReadonlyArray<string> => {
  const forms = [email, emailKey(email)]
  return [...new Set([...forms, ...forms.map(encodeURIComponent), ...forms.map((form) => form.replace("@", "%40"))])]
}

// National and international forms have them in common.
const lastDigits = (phone: string): string => phone.slice(1).slice(-9)

/**
 * Every text with an address of the contact contains one of `emails` once its ASCII letters are in lower case, or `digits` once
 * `separators` are removed.
 */
export const ownTextNeedles = ({ email, phone }: Addresses) => ({
  emails: email === null ? [] : [...new Set(spellings(email).map(asciiLowerCase))],
  digits: phone === null ? null : lastDigits(phone)
})

const escaped = (text: string): string => text.replace(/[^A-Za-z0-9]/g, (character) => `\\u{${hex(character)}}`)
const hex = (character: string): string => (character.codePointAt(0) ?? 0).toString(16)

// Letters and digits around it make it another address, as do letters before a dot or plus. The escape of a URL does not.
const startsEmail = "(?:(?<=%[0-9A-Fa-f]{2})|(?<![A-Za-z0-9]|[A-Za-z0-9][.+]))"

const emailPattern = (email: string): string =>
  `${startsEmail}(?:${spellings(email)
    .map((spelling) => [...spelling].map(escaped).join(""))
    .join("|")})(?![A-Za-z0-9])`

const between = "[ ().\\-/\\u{a0}]{0,3}"

const phonePattern = (phone: string): string => {
  const last = lastDigits(phone)
  const first = Array.from(phone.slice(1, phone.length - last.length), (digit) => `(?:${digit}${between})?`).join("")
  return `(?<!\\d)(?:\\+|\\(?00?)?\\(?${first}${[...last].join(between)}(?!\\d)`
}

/** The text with `erasedWord` for each e-mail of the contact, as stored, by its key or in a URL, and each phone, however it is grouped. */
export const withoutAddresses = ({ email, phone }: Addresses): ((text: string) => string) => {
  const patterns = [email === null ? [] : emailPattern(email), phone === null ? [] : phonePattern(phone)].flat()
  if (patterns.length === 0) return (text) => text
  const pattern = new RegExp(patterns.join("|"), "giu")
  return (text) => text.replace(pattern, erasedWord)
}

// Steps of runs and fields of contacts refer to these.
const names = new Set(["id", "key", "segment_id"])

/** `withoutAddresses` for all texts and numbers of a JSON document except ids of steps and keys of fields. Requires valid JSON. */
export const jsonWithoutAddresses = (addresses: Addresses): ((json: string) => string) => {
  const replaced = withoutAddresses(addresses)
  return (json) =>
    JSON.stringify(
      JSON.parse(json, (name, value: unknown) => {
        if (typeof value === "string") return names.has(name) ? value : replaced(value)
        return typeof value === "number" && replaced(String(value)) !== String(value) ? 0 : value
      })
    )
}
