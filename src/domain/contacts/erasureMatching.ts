import { Result } from "effect"
import type { Contact } from "./Contact.ts"
import { emailKey } from "./Email.ts"
import { parseObject } from "../json/Json.ts"
import { fits } from "../values/Text.ts"

// Spellings of the `@` in file names, headers and request ids, some of which allow no `@`.
const ats = ["@", encodeURIComponent("@"), "-", "_", ".", "-at-", "_at_", ".at."]

/**
 * The texts that mention a contact: its e-mail in lower case with each spelling of the `@`, and the last nine digits of its phone,
 * which its national and international form have in common.
 */
export const mentionsOf = ({ email, phone }: Pick<Contact, "email" | "phone">): ReadonlyArray<string> => [
  ...(email === null ? [] : ats.map((at) => email.replace("@", at).toLowerCase())),
  ...(phone === null ? [] : [phone.slice(1).slice(-9)])
]

/**
 * The digits that a phone may have in an import record, national or international, without leading zeros. At least seven, so that
 * no short number matches.
 */
export const phoneEndings = (phone: string | null): ReadonlyArray<string> => {
  const digits = (phone ?? "").replace(/\D/g, "")
  return Array.from({ length: Math.max(0, digits.length - 6) }, (_, at) => digits.slice(at).replace(/^0+/, ""))
}

/** The addresses of an import record, by which an erasure finds it. */
export interface RecordAddress {
  readonly email_key: string | null
  /** The digits as sent, without leading zeros. */
  readonly phone_digits: string | null
}

const shortText = (value: unknown, maxLength: number): string | null => {
  const text = typeof value === "string" ? value.trim() : ""
  return text !== "" && fits(text, maxLength) ? text : null
}

/** The address of a record that names nobody. */
export const noAddress: RecordAddress = { email_key: null, phone_digits: null }

/** The addresses in the body of a record, valid or not. A body that is no JSON object has none. */
export const recordAddress = (body: string): RecordAddress => {
  const parsed = parseObject(Buffer.from(body))
  if (Result.isFailure(parsed)) return noAddress
  const [email, phone] = [shortText(parsed.success["email"], 254), shortText(parsed.success["phone"], 64)]
  const digits = (phone ?? "").replace(/\D/g, "").replace(/^0+/, "")
  return { email_key: email === null ? null : emailKey(email), phone_digits: digits === "" ? null : digits }
}
