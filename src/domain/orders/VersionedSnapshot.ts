import type { Contact } from "../contacts/Contact.ts"
import { type VacantAddress, vacantAddresses } from "../contacts/vacantAddresses.ts"
import { emailKey } from "../contacts/Email.ts"
import type { OrderSnapshot } from "./decideOrders.ts"
import type { Integration, Order, PlaceOrder } from "./Order.ts"

/** The lookup keys of an order call: its order, its contact's addresses, and the SHA-256 of the integration token sent. */
export const keysOfCall = ({ account_id, order_id, integration_digest, fields: { email, phone } }: PlaceOrder) => ({
  account_id,
  order_id,
  email_key: email == null ? null : emailKey(email),
  phone: phone ?? null,
  integration_digest
})

/** A row with the id of the transaction that wrote it: the same version means the same row. */
export interface Versioned<A> {
  readonly row: A
  readonly version: string
}

/** Facts of an account that order decisions need. Only `hasSuppressions` is among the versions. */
interface AccountFacts {
  readonly account_id: string
  /** At most two active integrations: enough to tell whether there is exactly one. */
  readonly integrations: ReadonlyArray<Integration>
  /** Whether the account has active flows that orders may start, or runs that a purchase ends or that wait for what comes. */
  readonly hasFlows: boolean
  /** Whether the account has coupons, whose codes orders may name. */
  readonly hasCoupons: boolean
  /** Whether the account has suppressions of addresses without a contact. */
  readonly hasSuppressions: boolean
}

/** The rows that order calls touch: their orders, the contacts of these and of the calls' addresses, and facts of their accounts. */
export interface OrderRows {
  readonly orders: ReadonlyArray<Versioned<Order>>
  readonly contacts: ReadonlyArray<Versioned<Contact>>
  readonly accounts: ReadonlyArray<AccountFacts>
  /** The integrations of the calls' tokens and of the stored orders. */
  readonly integrations: ReadonlyArray<Integration>
}

/** A snapshot that `Orders.saveIfUnchanged` can check. */
export interface VersionedSnapshot extends OrderSnapshot {
  /** The accounts whose flows must be given triggers. */
  readonly accountsWithFlows: ReadonlySet<string>
  /** The accounts that have coupons. */
  readonly accountsWithCoupons: ReadonlySet<string>
  /** Null when part of the snapshot has no version, so that it must be read under locks. */
  readonly versions: SnapshotVersions | null
}

/** The versions of the rows that a snapshot was read from: while they are unchanged, reading again gives the same snapshot. */
export interface SnapshotVersions {
  /** The orders of the calls; those without a version did not exist. `order_id` is text. */
  readonly orders: ReadonlyArray<{
    readonly account_id: string
    readonly order_id: string
    readonly version: string | null
  }>
  readonly contacts: ReadonlyArray<{
    readonly account_id: string
    readonly contact_id: string
    readonly version: string
  }>
  /** The addresses of the calls and of the stored orders that no contact had. */
  readonly vacant: ReadonlyArray<VacantAddress>
  /** The accounts that had no suppressions. */
  readonly unsuppressed: ReadonlyArray<string>
}

/** The snapshot of the rows that the calls touch, without suppressions, and the accounts that have some. */
export const snapshotOfRows = (
  calls: ReadonlyArray<PlaceOrder>,
  { orders, contacts, accounts, integrations }: OrderRows
) => {
  const ofCalls = [...accounts.flatMap((account) => account.integrations), ...integrations]
  const accountsWhere = (predicate: (facts: AccountFacts) => boolean) =>
    new Set(accounts.filter(predicate).map(({ account_id }) => account_id))
  return {
    orders: orders.map(({ row }) => row),
    contacts: contacts.map(({ row }) => row),
    integrations: [...new Map(ofCalls.map((row) => [`${row.account_id}|${row.integration_id}`, row])).values()],
    accountsWithFlows: accountsWhere(({ hasFlows }) => hasFlows),
    accountsWithCoupons: accountsWhere(({ hasCoupons }) => hasCoupons),
    accountsWithSuppressions: accountsWhere(({ hasSuppressions }) => hasSuppressions),
    versions: versionsOf(calls.map(keysOfCall), { orders, contacts, accounts })
  }
}

const versionsOf = (
  keys: ReadonlyArray<ReturnType<typeof keysOfCall>>,
  { orders, contacts, accounts }: Pick<OrderRows, "orders" | "contacts" | "accounts">
): SnapshotVersions => {
  const versions = new Map<string, SnapshotVersions["orders"][number]>()
  const setVersion = (account_id: string, order_id: bigint, version: string | null) =>
    versions.set(`${account_id}|${order_id}`, { account_id, order_id: String(order_id), version })
  for (const { account_id, order_id } of keys) setVersion(account_id, order_id, null)
  for (const { row, version } of orders) setVersion(row.account_id, row.order_id, version)

  // The phone of a stored order matches contacts too: a call that leaves the phone out keeps it.
  const stored = orders.map(({ row: { account_id, phone } }) => ({ account_id, email_key: null, phone }))
  return {
    orders: [...versions.values()],
    contacts: contacts.map(({ row: { account_id, contact_id }, version }) => ({ account_id, contact_id, version })),
    vacant: vacantAddresses(
      [...keys, ...stored],
      contacts.map(({ row }) => row)
    ),
    unsuppressed: accounts.flatMap(({ account_id, hasSuppressions }) => (hasSuppressions ? [] : [account_id]))
  }
}
