import { type Contact, type FullContact } from "../contacts/Contact.ts"
import { contactIndex } from "../contacts/contactIndex.ts"
import { type ContactState, type ContactWrite, decideContact, decideNewContact } from "../contacts/decideContact.ts"
import { needsPhone } from "../contacts/consentOnWrite.ts"
import { emailKey } from "../contacts/Email.ts"
import type { Suppressions } from "../contacts/Suppressions.ts"
import type { ValidationIssue } from "../ValidationIssue.ts"
import type { FileTopics } from "./fileTopics.ts"
import { isDifferentContact, withoutPhone } from "./importAddresses.ts"

/** A record of contacts that was read. `contact_id` of its write is that of the contact that it may create. */
export interface ContactRecord {
  readonly position: number
  readonly write: ContactWrite
  /** The phone was read in the account's country though nothing says that it is of that country. */
  readonly isGuessed?: boolean
  /** The topics that the row names. */
  readonly topics?: FileTopics
  /** The cells that were left out. */
  readonly warnings?: ReadonlyArray<ValidationIssue>
}

/** A record and the contact that it changes; without one it creates a contact. */
export interface MatchedRecord extends ContactRecord {
  readonly contact: FullContact | undefined
  readonly owners: Pick<ContactState, "byEmail" | "byPhone">
}

const addressesOf = ({ fields: { email, phone } }: ContactWrite): ReadonlyArray<string> => [
  ...(email == null ? [] : [`email|${emailKey(email)}`]),
  ...(phone == null ? [] : [`phone|${phone}`])
]

// A sheet may have taken the plus sign of another country: the number of nobody known gets no texts on its strength.
const withoutGuessedOptIn = (record: ContactRecord, byPhone: FullContact | undefined): ContactRecord => {
  const { sms_consent, ...fields } = record.write.fields
  return record.isGuessed === true && byPhone === undefined && needsPhone(sms_consent)
    ? { ...record, write: { ...record.write, fields } }
    : record
}

const match = (given: ContactRecord, byEmail: FullContact | undefined, byPhone: FullContact | undefined) => {
  const record = withoutGuessedOptIn(given, byPhone)
  const contact = byEmail ?? byPhone
  const owners = { byEmail: byEmail?.contact_id, byPhone: byPhone?.contact_id }
  if (contact === undefined) return { ...record, contact, owners }
  const { write } = record
  // A record that shares only the phone with a contact becomes a contact without it.
  return isDifferentContact(write, contact)
    ? { ...record, write: withoutPhone(write), contact: undefined, owners: { byEmail: undefined, byPhone: undefined } }
    : { ...record, write: { ...write, contact_id: contact.contact_id }, contact, owners }
}

/**
 * The records that can be decided at once, each with its contact among `contacts`, which are those that have an address of any record. Two
 * records with an address or a contact in common are not decided at once: the later one is among `later`, both lists in the order given. Pure.
 */
export const matchContacts = (
  records: ReadonlyArray<ContactRecord>,
  contacts: ReadonlyArray<FullContact>
): { readonly matched: ReadonlyArray<MatchedRecord>; readonly later: ReadonlyArray<ContactRecord> } => {
  const index = contactIndex(contacts)
  const taken = new Set<string>()
  const matched: Array<MatchedRecord> = []
  const later: Array<ContactRecord> = []
  for (const record of records) {
    const { account_id, fields } = record.write
    const byEmail = index.byEmail(account_id, fields.email)
    const byPhone = index.byPhone(account_id, fields.phone)
    const names = [
      ...addressesOf(record.write),
      ...[byEmail, byPhone].flatMap((owner) => (owner === undefined ? [] : [`id|${owner.contact_id}`]))
    ]
    if (names.some((name) => taken.has(name))) later.push(record)
    else matched.push(match(record, byEmail, byPhone))
    for (const name of names) taken.add(name)
  }
  return { matched, later }
}

/** The addresses that a record may give a contact. */
export const addressesOfRecord = ({
  write: { account_id, fields }
}: ContactRecord): Pick<Contact, "account_id" | "email" | "phone"> => ({
  account_id,
  email: fields.email ?? null,
  phone: fields.phone ?? null
})

/** Decides a matched record by the rules of contact writes. Pure. */
export const decideRecord = (now: number, { write, contact, owners }: MatchedRecord, suppressions: Suppressions) =>
  contact === undefined
    ? decideNewContact(now, write, { ...owners, suppressions })
    : decideContact(now, write, contact, { ...owners, suppressions })
