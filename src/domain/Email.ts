import { Schema } from "effect"
import { isText } from "./Json.ts"
import { leaf, madeUpText } from "./Leaf.ts"
import { fits } from "./Text.ts"

const local = /^[^\s@"(),:;<>[\\\]\u0000-\u001f\u007f]{1,64}$/u
const label = /^[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?$/u

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
    !/^\d+$/.test(labels.at(-1) ?? "")
  )
}

/** An e-mail address, trimmed, at most 254 characters, one `@`, a plausible domain (contract §2). Kept as sent. */
export const Email = leaf({
  to: Schema.String.check(madeUpText(/^[a-zA-Z0-9+_'-]{1,20}@[a-z0-9é]{1,20}\.example$/)),
  json: { type: "string", format: "email", maxLength: 254, examples: ["ada@example.com"] },
  message: "Must be an e-mail address",
  decode: (value) => {
    const address = typeof value === "string" ? value.trim() : ""
    return fits(address, 254) && isText(address) && isAddress(address) ? address : undefined
  },
  encode: (address) => address
})

/** What makes an address unique in an account: its ASCII letters in lower case, nothing else changed (contract §2). */
export const emailKey = (email: string): string => email.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
