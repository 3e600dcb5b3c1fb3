import type { Contact } from "./Contact.ts"

// What stands for the `@` where it is not allowed, as in a request id.
const ats = ["@", encodeURIComponent("@"), "-", "_", ".", "-at-", "_at_", ".at."]

/**
 * As what a text may name a contact: its e-mail, in lower case, however its `@` is written, and the last nine digits of its
 * phone, which national and international forms share.
 */
export const mentionsOf = ({ email, phone }: Pick<Contact, "email" | "phone">): ReadonlyArray<string> => [
  ...(email === null ? [] : ats.map((at) => email.replace("@", at).toLowerCase())),
  ...(phone === null ? [] : [phone.slice(1).slice(-9)])
]

/**
 * The digits that a phone may stand as in a record, national or international, without zeros before them: at least seven, so
 * that no short number is taken for it.
 */
export const phoneEndings = (phone: string | null): ReadonlyArray<string> => {
  const digits = (phone ?? "").replace(/\D/g, "")
  return Array.from({ length: Math.max(0, digits.length - 6) }, (_, at) => digits.slice(at).replace(/^0+/, ""))
}
