import type { Contact } from "./Contact.ts"
import { emailKey } from "./Email.ts"

// Contacts from before e-mail keys had IDNA domains may share a key, which then identifies the older one.
const isOlder = (existing: Contact | undefined, contact: Contact): boolean =>
  existing !== undefined &&
  existing.contact_id !== contact.contact_id &&
  (existing.created_at < contact.created_at ||
    (existing.created_at === contact.created_at && existing.contact_id < contact.contact_id))

/** Contacts by id, e-mail and phone, updated while the calls of a batch are decided one after the other. */
export const contactIndex = <C extends Contact>(contacts: ReadonlyArray<C>) => {
  const ids = new Map<string, C>()
  const emails = new Map<string, C>()
  const phones = new Map<string, C>()
  const put = (contact: C) => {
    ids.set(`${contact.account_id}|${contact.contact_id}`, contact)
    if (contact.email !== null) {
      const key = `${contact.account_id}|${emailKey(contact.email)}`
      if (!isOlder(emails.get(key), contact)) emails.set(key, contact)
    }
    if (contact.phone !== null) phones.set(`${contact.account_id}|${contact.phone}`, contact)
  }
  contacts.forEach(put)
  const byEmail = (account: string, email: string | null | undefined) =>
    email == null ? undefined : emails.get(`${account}|${emailKey(email)}`)
  const byPhone = (account: string, phone: string | null | undefined) =>
    phone == null ? undefined : phones.get(`${account}|${phone}`)
  return {
    put,
    byId: (account: string, id: string) => ids.get(`${account}|${id}`),
    byEmail,
    byPhone,
    /** Whether an order with these addresses creates a contact or gives one its phone, so that their suppressions apply. */
    addsAddress: ({ account_id, email, phone }: Pick<Contact, "account_id" | "email" | "phone">) => {
      const owner = byPhone(account_id, phone)
      const found = email === null ? owner : byEmail(account_id, email)
      return found === undefined || (phone !== null && found.phone === null && owner === undefined)
    }
  }
}
