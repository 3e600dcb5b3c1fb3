import type { Contact } from "./Contact.ts"
import { emailKey } from "./Email.ts"

/** An address of an account that no contact had when it was read. One of the two is null. */
export interface VacantAddress {
  readonly account_id: string
  readonly email_key: string | null
  readonly phone: string | null
}

/** The addresses that none of the contacts has, each once. Pure. */
export const vacantAddresses = (
  keys: ReadonlyArray<VacantAddress>,
  contacts: ReadonlyArray<Pick<Contact, "account_id" | "email" | "phone">>
): ReadonlyArray<VacantAddress> => {
  const emails = new Set(
    contacts.map(({ account_id, email }) => `${account_id}|${email === null ? "" : emailKey(email)}`)
  )
  const phones = new Set(contacts.map(({ account_id, phone }) => `${account_id}|${phone}`))
  const vacant = new Map<string, VacantAddress>()
  for (const { account_id, email_key, phone } of keys) {
    if (email_key !== null && !emails.has(`${account_id}|${email_key}`))
      vacant.set(`${account_id}|e|${email_key}`, { account_id, email_key, phone: null })
    if (phone !== null && !phones.has(`${account_id}|${phone}`))
      vacant.set(`${account_id}|p|${phone}`, { account_id, email_key: null, phone })
  }
  return [...vacant.values()]
}
