import type { Contact } from "../../domain/contacts/Contact.ts"
import { emailKey } from "../../domain/contacts/Email.ts"
import type { Integration, Order, PlaceOrder } from "../../domain/orders/Order.ts"

/** A row as it was read, and what tells whether it is that row still. */
export interface Versioned<A> {
  readonly row: A
  readonly version: string
}

/** What matters of an account. Of this only that it remembers somebody has a version. */
export interface AccountFacts {
  readonly account_id: string
  /** At most two that are active: enough to tell whether there is exactly one. */
  readonly integrations: ReadonlyArray<Integration>
  /** Whether the account has active flows, or runs that a purchase ends. */
  readonly listens: boolean
  /** Whether it remembers anything of people that were erased. */
  readonly remembers: boolean
}

/** What was read for some calls: their orders, the contacts that these and the calls name, and what matters of their accounts. */
export interface PrefetchedOrders {
  readonly orders: ReadonlyArray<Versioned<Order>>
  readonly contacts: ReadonlyArray<Versioned<Contact>>
  readonly accounts: ReadonlyArray<AccountFacts>
  /** Those that the calls name by their token, and those of the orders. */
  readonly integrations: ReadonlyArray<Integration>
  /** Orders that are there, but were too large to be read along. */
  readonly large: ReadonlyArray<{ readonly account_id: string; readonly order_id: bigint }>
}

/** What a call names, as lookups compare it. */
export const prefetchKeysOf = ({ account_id, order_id, integration_digest, fields: { email, phone } }: PlaceOrder) => ({
  account_id,
  order_id,
  email_key: email == null ? null : emailKey(email),
  phone: phone ?? null,
  integration_digest
})

const integrationKey = (of: { readonly account_id: string; readonly integration_id: string | null }) =>
  `${of.account_id}|${of.integration_id}`

/**
 * What of that concerns the calls, which may be fewer than it was read for: as much as would have been read for them alone.
 * `versions` tell what was seen; `agree` tells what no version says: that no order was left out, and that all accounts were read
 * and were the same each time.
 */
export const selectPrefetched = (calls: ReadonlyArray<PlaceOrder>, reads: ReadonlyArray<PrefetchedOrders>) => {
  const names = calls.map(prefetchKeysOf)
  const accountIds = new Set(names.map(({ account_id }) => account_id))
  const orderIds = new Set(names.map(({ account_id, order_id }) => `${account_id}|${order_id}`))
  const emails = new Set(names.map(({ account_id, email_key }) => `${account_id}|${email_key}`))

  const orders = reads.flatMap((read) =>
    read.orders.filter(({ row }) => orderIds.has(`${row.account_id}|${row.order_id}`))
  )
  // A stored phone names its owner where the call leaves the phone out.
  const phones = new Set(
    [...names, ...orders.map(({ row }) => row)].map(({ account_id, phone }) => `${account_id}|${phone}`)
  )
  const contactIds = new Set(orders.map(({ row }) => `${row.account_id}|${row.contact_id}`))
  const contacts = reads.flatMap((read) =>
    read.contacts.filter(
      ({ row: { account_id, contact_id, email, phone } }) =>
        contactIds.has(`${account_id}|${contact_id}`) ||
        (email !== null && emails.has(`${account_id}|${emailKey(email)}`)) ||
        (phone !== null && phones.has(`${account_id}|${phone}`))
    )
  )
  const told = reads.flatMap((read) => read.accounts.filter(({ account_id }) => accountIds.has(account_id)))
  const accounts = [...new Map(told.map((facts) => [facts.account_id, facts])).values()]
  const namedWhere = (is: (facts: AccountFacts) => boolean) =>
    new Set(accounts.filter(is).map(({ account_id }) => account_id))
  const remembering = namedWhere(({ remembers }) => remembers)
  const digests = new Set(names.map(({ account_id, integration_digest }) => `${account_id}|${integration_digest}`))
  const kept = new Set(orders.map(({ row }) => integrationKey(row)))
  const seenIntegrations = [
    ...accounts.flatMap((account) => account.integrations),
    ...reads
      .flatMap((read) => read.integrations)
      .filter((one) => digests.has(`${one.account_id}|${one.digest}`) || kept.has(integrationKey(one)))
  ]
  const integrations = new Map(seenIntegrations.map((one) => [integrationKey(one), one]))
  return {
    orders: orders.map(({ row }) => row),
    contacts: contacts.map(({ row }) => row),
    integrations: [...integrations.values()],
    listening: namedWhere(({ listens }) => listens),
    remembering,
    agree:
      !reads.some(({ large }) => large.some(({ account_id, order_id }) => orderIds.has(`${account_id}|${order_id}`))) &&
      accounts.length === accountIds.size &&
      (reads.length === 1 ||
        (new Set(told.map((facts) => JSON.stringify(facts))).size === accounts.length &&
          new Set(seenIntegrations.map((one) => JSON.stringify(one))).size === integrations.size)),
    versions: [
      ...new Set([
        ...orders.map(({ row, version }) => `${row.account_id}|order|${row.order_id}|${version}`),
        ...contacts.map(({ row, version }) => `${row.account_id}|contact|${row.contact_id}|${version}`),
        ...[...remembering].map((account_id) => `${account_id}|remembers`)
      ])
    ]
  }
}
