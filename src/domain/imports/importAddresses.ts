import { needsPhone } from "../contacts/consentOnWrite.ts"
import type { FullContact } from "../contacts/Contact.ts"
import { type ContactState, type ContactWrite, sameEmail } from "../contacts/decideContact.ts"

/** What is told of such a record. */
export const otherEmail = "Is not the e-mail of the contact that has the phone"

/** Whether a record of a file is about somebody else than the contact that has its phone: two of a family share one. */
export const isAnother = ({ fields: { email, phone } }: ContactWrite, contact: FullContact): boolean =>
  email !== undefined &&
  email !== null &&
  contact.email !== null &&
  !sameEmail(email, contact.email) &&
  phone === contact.phone

/** The record without its phone, and without an opt-in that was one for that phone. */
export const withoutPhone = (write: ContactWrite): ContactWrite => {
  const { phone: _, sms_consent, ...fields } = write.fields
  return {
    ...write,
    fields: sms_consent === undefined || needsPhone(sms_consent) ? fields : { ...fields, sms_consent }
  }
}

/**
 * What a record of a file may write to a contact that is known: it fills addresses that are empty and free, and changes none. A
 * yes to texts of a phone that the contact does not get is not its own.
 */
export const withoutAddressesOfOthers = (
  write: ContactWrite,
  contact: FullContact,
  { byEmail, byPhone }: ContactState
): ContactWrite => {
  const { email, phone, sms_consent, ...fields } = write.fields
  const isPhone = phone !== undefined && phone !== null
  const takesPhone = isPhone && contact.phone === null && byPhone === undefined
  const isOwnYes = !isPhone || takesPhone || phone === contact.phone || !needsPhone(sms_consent)
  return {
    ...write,
    fields: {
      ...fields,
      ...(email !== undefined && email !== null && contact.email === null && byEmail === undefined ? { email } : {}),
      ...(takesPhone ? { phone } : {}),
      ...(sms_consent !== undefined && isOwnYes ? { sms_consent } : {})
    }
  }
}
