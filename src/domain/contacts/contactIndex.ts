import type { Contact } from "./Contact.ts"
import { emailKey } from "./Email.ts"

// Contacts that were there before their addresses were one to the service may share one: it is the older one's.
const isOlder = (known: Contact | undefined, contact: Contact): boolean =>
  known !== undefined &&
  known.contact_id !== contact.contact_id &&
  (known.created_at < contact.created_at ||
    (known.created_at === contact.created_at && known.contact_id < contact.contact_id))

/** Contacts by each of their identities, while a batch of calls is decided one after the other. */
export const contactIndex = (all: ReadonlyArray<Contact>) => {
  const ids = new Map<string, Contact>()
  const emails = new Map<string, Contact>()
  const phones = new Map<string, Contact>()
  const put = (contact: Contact) => {
    ids.set(`${contact.account_id}|${contact.contact_id}`, contact)
    if (contact.email !== null) {
      const key = `${contact.account_id}|${emailKey(contact.email)}`
      if (!isOlder(emails.get(key), contact)) emails.set(key, contact)
    }
    if (contact.phone !== null) phones.set(`${contact.account_id}|${contact.phone}`, contact)
  }
  all.forEach(put)
  const byEmail = (account: string, email: string | null | undefined) =>
    email == null ? undefined : emails.get(`${account}|${emailKey(email)}`)
  const byPhone = (account: string, phone: string | null | undefined) =>
    phone == null ? undefined : phones.get(`${account}|${phone}`)
  return {
    put,
    byId: (account: string, id: string) => ids.get(`${account}|${id}`),
    byEmail,
    byPhone,
    /** Whether one of them is whom an order of that buyer belongs to, and gets no address by it. */
    knows: ({ account_id, email, phone }: Pick<Contact, "account_id" | "email" | "phone">) => {
      const owner = byPhone(account_id, phone)
      const found = email === null ? owner : byEmail(account_id, email)
      return found !== undefined && (phone === null || found.phone !== null || owner !== undefined)
    }
  }
}
