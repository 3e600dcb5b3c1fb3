import { needsPhone } from "../contacts/consentOnWrite.ts"
import type { FullContact } from "../contacts/Contact.ts"
import type { ContactState, ContactWrite } from "../contacts/decideContact.ts"
import { sameEmail } from "../contacts/Email.ts"

/** The issue of a record that `isDifferentContact`. */
export const differentEmail = "Is not the e-mail of the contact that has the phone"

/** Whether a record shares only the phone with the contact and has another e-mail, as two people of a family may. */
export const isDifferentContact = ({ fields: { email, phone } }: ContactWrite, contact: FullContact): boolean =>
  email !== undefined &&
  email !== null &&
  contact.email !== null &&
  !sameEmail(email, contact.email) &&
  phone === contact.phone

/** The record without its phone and without an SMS opt-in, which was given for that phone. */
export const withoutPhone = (write: ContactWrite): ContactWrite => {
  const { phone: _, sms_consent, ...fields } = write.fields
  return {
    ...write,
    fields: sms_consent === undefined || needsPhone(sms_consent) ? fields : { ...fields, sms_consent }
  }
}

/**
 * The part of a record that may be written to an existing contact: it fills an empty e-mail or phone that no other contact has,
 * and changes none. An SMS opt-in for a phone that the contact does not get is left out.
 */
export const onlyMissingAddresses = (
  write: ContactWrite,
  contact: FullContact,
  { byEmail, byPhone }: ContactState
): ContactWrite => {
  const { email, phone, sms_consent, ...fields } = write.fields
  const hasPhone = phone !== undefined && phone !== null
  const takesPhone = hasPhone && contact.phone === null && byPhone === undefined
  const isOwnOptIn = !hasPhone || takesPhone || phone === contact.phone || !needsPhone(sms_consent)
  return {
    ...write,
    fields: {
      ...fields,
      ...(email !== undefined && email !== null && contact.email === null && byEmail === undefined ? { email } : {}),
      ...(takesPhone ? { phone } : {}),
      ...(sms_consent !== undefined && isOwnOptIn ? { sms_consent } : {})
    }
  }
}
