import type { Contact } from "./Contact.ts"
import type { ContactFields } from "./ContactInput.ts"
import { needsPhone } from "./consentOnWrite.ts"
import type { ContactTaken } from "./decideContact.ts"

type Known = Pick<Contact, "email" | "phone">

/** A row without its phone, and without an opt-in that was one for that phone. */
export const withoutPhone = (row: ContactFields): ContactFields => {
  const { phone: _, sms_consent, ...fields } = row
  return sms_consent === undefined || needsPhone(sms_consent) ? fields : { ...fields, sms_consent }
}

/**
 * Whether a row of a contact file is somebody else than the contact that has its phone: both have an e-mail, as two of a family
 * who share a phone.
 */
export const isAnother = (
  fields: ContactFields,
  known: Known,
  { fields: taken }: Pick<ContactTaken, "fields">
): boolean => !taken.includes("email") && fields.email != null && known.email !== null

/** What a contact takes of a row of a contact file: its addresses fill empty ones that nobody else has, and replace none. */
export const takenFromRow = (
  fields: ContactFields,
  known: Known,
  { fields: taken }: Pick<ContactTaken, "fields">
): ContactFields => {
  const { email, phone, ...others } = fields
  const named = known.email === null && email != null ? { ...others, email } : others
  if (phone == null || phone === known.phone) return named
  return known.phone === null && !taken.includes("phone") ? { ...named, phone } : withoutPhone(named)
}
