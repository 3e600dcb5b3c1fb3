import { Schema } from "effect"
import { isText } from "../json/Json.ts"
import { leaf, madeUpText } from "../json/Leaf.ts"
import { fits, withoutInvisible } from "../values/Text.ts"

const local = /^[^\s@"(),:;<>[\\\]\u0000-\u001f\u007f]{1,64}$/u
const label = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?$/u
const notAscii = /[^\u0000-\u007f]/

/** The text with its ASCII letters in lower case and all others unchanged. */
export const asciiLowerCase = (text: string): string =>
  /[A-Z]/.test(text) ? text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()) : text

/** The IDNA form of a domain, undefined if it has none. */
export const asciiDomain = (domain: string): string | undefined => {
  if (!notAscii.test(domain) && !/xn--/i.test(domain)) return asciiLowerCase(domain)
  const address = `http://${domain}`
  // Only letters, digits, dots and hyphens, so that URL parses no port, path or user.
  if (!/^[\p{L}\p{M}\p{N}.-]+$/u.test(domain) || !URL.canParse(address)) return undefined
  const ascii = new URL(address).hostname
  return ascii.length <= 253 && ascii.split(".").every((part) => part.length <= 63) ? ascii : undefined
}

const isAddress = (address: string): boolean => {
  const at = address.indexOf("@")
  const name = address.slice(0, at)
  const labels = address.slice(at + 1).split(".")
  return (
    at > 0 &&
    local.test(name) &&
    !name.startsWith(".") &&
    !name.endsWith(".") &&
    !name.includes("..") &&
    labels.length > 1 &&
    labels.every((part) => label.test(part)) &&
    !/^\d+$/.test(labels.at(-1) ?? "") &&
    asciiDomain(address.slice(at + 1)) !== undefined
  )
}

// NFC turns these three into ASCII, as U+212A into K, which would make two addresses one.
const toNfc = (text: string): string => text.replace(/[^\u037e\u1fef\u212a]+/g, (part) => part.normalize("NFC"))

/** The stored form of an address: trimmed, without invisible characters, NFC. */
const cleanEmail = (text: string): string => (notAscii.test(text) ? toNfc(withoutInvisible(text).trim()) : text.trim())

/** The JSON Schema of `Email`. */
export const emailJson = { format: "email", maxLength: 254, examples: ["ada@example.com"] }

/** An e-mail address, trimmed, at most 254 characters, one `@`, a plausible domain (contract §2). Its case is kept. */
export const Email = leaf({
  to: Schema.String.check(madeUpText(/^[a-zA-Z0-9+_'-]{1,20}@[a-z0-9é]{1,20}\.example$/)),
  json: { type: "string", ...emailJson },
  message: "Must be an e-mail address",
  decode: (value) => {
    const address = typeof value === "string" ? cleanEmail(value) : ""
    return fits(address, 254) && isText(address) && isAddress(address) ? address : undefined
  },
  encode: (address) => address
})

/**
 * The key under which an address is unique in an account: ASCII letters in lower case, the domain in its IDNA form (contract §2).
 * Addresses that differ in invisible characters alone have the same key.
 */
export const emailKey = (email: string): string => {
  const address = cleanEmail(email)
  const at = address.lastIndexOf("@") + 1
  return asciiLowerCase(address.slice(0, at)) + (asciiDomain(address.slice(at)) ?? asciiLowerCase(address.slice(at)))
}

export const sameEmail = (one: string | null, other: string | null): boolean =>
  one === null || other === null ? one === other : emailKey(one) === emailKey(other)

/** The domain of an address in its IDNA form, in lower case. */
export const emailDomain = (email: string): string => emailKey(email).split("@").at(-1) ?? ""
