import { Option, Schema } from "effect"
import type { Contact } from "../contacts/Contact.ts"
import { contactIndex } from "../contacts/contactIndex.ts"
import { Email, emailJson, emailKey } from "../contacts/Email.ts"
import { addressCountries, normalizePhone } from "../contacts/Phone.ts"
import type { JsonObject } from "../json/Json.ts"
import { optionalText } from "../json/Optional.ts"
import { Text, textJson } from "../values/Text.ts"
import { addressesOf, type OrderSnapshot } from "./decideOrders.ts"
import type { Integration, Order, PlaceOrder } from "./Order.ts"
import { OrderId } from "./OrderId.ts"

/*
 * The order prefetch saves a round trip: one statement admits an order call and reads the rows that it touches.
 *
 * 1. A small body usually arrives with the headers. Just before the admission statement runs, `keysOfBody` takes the lookup keys
 *    from it (http/auth/OrderPrefetch.ts).
 * 2. The admission statement also reads the rows of these keys, for admitted calls alone (store/admission/admissionStatement.ts with
 *    store/orders/orderSnapshot.ts).
 * 3. Authorization hands the parsed body and the `PrefetchedOrders` to the handler in `Caller`; the handler passes the rows to
 *    `PlaceOrders.place`.
 * 4. `PlaceOrders` decides on `prefetchedSnapshot` and writes with one statement that compares row versions. If rows are missing or
 *    have changed, it loads them and writes the same way; if they changed again, it locks them, reads them and writes.
 */

/** The lookup keys of an order call: its order, its contact's address, and the SHA-256 of the integration token sent. */
export interface PrefetchKeys {
  readonly order_id: bigint
  readonly email_key: string | null
  readonly phone: string | null
  readonly integration_digest: string | null
}

const decodeKeys = Schema.decodeUnknownOption(
  Schema.Struct({
    order_id: OrderId,
    email: optionalText(Email, emailJson),
    phone: optionalText(Text, textJson)
  })
)

/**
 * The keys of a body as far as they are known before its account is: a phone only without an e-mail, and only when it can be read
 * in the countries of the body's addresses. Null without a valid order id and address.
 */
export const keysOfBody = (body: JsonObject): Omit<PrefetchKeys, "integration_digest"> | null => {
  const keys = Option.getOrUndefined(decodeKeys(body))
  if (keys === undefined) return null
  const { order_id, email, phone } = keys
  if (email != null) return { order_id, email_key: emailKey(email), phone: null }
  const number = phone == null ? undefined : normalizePhone(phone, addressCountries(body))
  return number === undefined ? null : { order_id, email_key: null, phone: number }
}

/** The keys of a valid call. */
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
export interface AccountFacts {
  readonly account_id: string
  /** At most two active integrations: enough to tell whether there is exactly one. */
  readonly integrations: ReadonlyArray<Integration>
  /** Whether the account has active flows, or runs that a purchase ends or that wait for what comes. */
  readonly hasFlows: boolean
  /** Whether the account has suppressions of addresses without a contact. */
  readonly hasSuppressions: boolean
}

/** The rows that order calls touch: their orders, the contacts of these and of the calls' addresses, and facts of their accounts. */
export interface PrefetchedOrders {
  readonly orders: ReadonlyArray<Versioned<Order>>
  readonly contacts: ReadonlyArray<Versioned<Contact>>
  readonly accounts: ReadonlyArray<AccountFacts>
  /** The integrations of the calls' tokens and of the stored orders. */
  readonly integrations: ReadonlyArray<Integration>
  /** Orders that exist but were too large to be prefetched. */
  readonly large: ReadonlyArray<{ readonly account_id: string; readonly order_id: bigint }>
}

/** A snapshot that `Orders.saveIfUnchanged` can check. */
export interface VersionedSnapshot extends OrderSnapshot {
  /** The accounts whose flows must be given triggers. */
  readonly accountsWithFlows: ReadonlySet<string>
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
  /** The addresses of the calls and of the stored orders that no contact had. One of the two is null. */
  readonly vacant: ReadonlyArray<{
    readonly account_id: string
    readonly email_key: string | null
    readonly phone: string | null
  }>
  /** The accounts that had no suppressions. */
  readonly unsuppressed: ReadonlyArray<string>
}

const integrationKey = (row: { readonly account_id: string; readonly integration_id: string | null }) =>
  `${row.account_id}|${row.integration_id}`

/**
 * Selects the rows that the calls touch from reads that may cover more calls: the same rows that a read for these calls alone gives.
 * `isConsistent` is false when an order was too large, an account was not read, or reads disagree on facts without a version.
 */
export const selectPrefetched = (calls: ReadonlyArray<PlaceOrder>, reads: ReadonlyArray<PrefetchedOrders>) => {
  const keys = calls.map(keysOfCall)
  const accountIds = new Set(keys.map(({ account_id }) => account_id))
  const orderIds = new Set(keys.map(({ account_id, order_id }) => `${account_id}|${order_id}`))
  const emails = new Set(keys.map(({ account_id, email_key }) => `${account_id}|${email_key}`))

  const orders = reads.flatMap((read) =>
    read.orders.filter(({ row }) => orderIds.has(`${row.account_id}|${row.order_id}`))
  )
  // The phone of a stored order matches contacts too: a call that leaves the phone out keeps it.
  const phones = new Set(
    [...keys, ...orders.map(({ row }) => row)].map(({ account_id, phone }) => `${account_id}|${phone}`)
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
  const accountReads = reads.flatMap((read) => read.accounts.filter(({ account_id }) => accountIds.has(account_id)))
  const accounts = [...new Map(accountReads.map((facts) => [facts.account_id, facts])).values()]
  const accountsWhere = (predicate: (facts: AccountFacts) => boolean) =>
    new Set(accounts.filter(predicate).map(({ account_id }) => account_id))
  const accountsWithSuppressions = accountsWhere(({ hasSuppressions }) => hasSuppressions)
  const digests = new Set(keys.map(({ account_id, integration_digest }) => `${account_id}|${integration_digest}`))
  const ofOrders = new Set(orders.map(({ row }) => integrationKey(row)))
  const integrationReads = [
    ...accounts.flatMap((account) => account.integrations),
    ...reads
      .flatMap((read) => read.integrations)
      .filter((row) => digests.has(`${row.account_id}|${row.digest}`) || ofOrders.has(integrationKey(row)))
  ]
  const integrations = new Map(integrationReads.map((row) => [integrationKey(row), row]))
  return {
    orders: orders.map(({ row }) => row),
    contacts: contacts.map(({ row }) => row),
    integrations: [...integrations.values()],
    accountsWithFlows: accountsWhere(({ hasFlows }) => hasFlows),
    accountsWithSuppressions,
    isConsistent:
      !reads.some(({ large }) => large.some(({ account_id, order_id }) => orderIds.has(`${account_id}|${order_id}`))) &&
      accounts.length === accountIds.size &&
      (reads.length === 1 ||
        (new Set(accountReads.map((facts) => JSON.stringify(facts))).size === accounts.length &&
          new Set(integrationReads.map((row) => JSON.stringify(row))).size === integrations.size)),
    versions: versionsOf(keys, { orders, contacts, accounts })
  }
}

const distinct = <A extends object>(rows: ReadonlyArray<A>): ReadonlyArray<A> => [
  ...new Map(rows.map((row) => [JSON.stringify(row), row])).values()
]

// Rows that two reads found in different versions are listed twice, so that one of them differs from the stored row.
const versionsOf = (
  keys: ReadonlyArray<ReturnType<typeof keysOfCall>>,
  { orders, contacts, accounts }: Pick<PrefetchedOrders, "orders" | "contacts" | "accounts">
): SnapshotVersions => {
  const found = new Set(orders.map(({ row }) => `${row.account_id}|${row.order_id}`))
  const missing = keys.filter(({ account_id, order_id }) => !found.has(`${account_id}|${order_id}`))
  const emails = new Set(
    contacts.map(({ row }) => `${row.account_id}|${row.email === null ? "" : emailKey(row.email)}`)
  )
  const phones = new Set(contacts.map(({ row }) => `${row.account_id}|${row.phone}`))
  return {
    orders: distinct([
      ...orders.map(({ row: { account_id, order_id }, version }) => ({
        account_id,
        order_id: String(order_id),
        version
      })),
      ...missing.map(({ account_id, order_id }) => ({ account_id, order_id: String(order_id), version: null }))
    ]),
    contacts: distinct(
      contacts.map(({ row: { account_id, contact_id }, version }) => ({ account_id, contact_id, version }))
    ),
    vacant: distinct([
      ...keys.flatMap(({ account_id, email_key }) =>
        email_key === null || emails.has(`${account_id}|${email_key}`) ? [] : [{ account_id, email_key, phone: null }]
      ),
      ...[...keys, ...orders.map(({ row }) => row)].flatMap(({ account_id, phone }) =>
        phone === null || phones.has(`${account_id}|${phone}`) ? [] : [{ account_id, email_key: null, phone }]
      )
    ]),
    unsuppressed: accounts.flatMap(({ account_id, hasSuppressions }) => (hasSuppressions ? [] : [account_id]))
  }
}

/**
 * The snapshot of a batch from its prefetched rows. Undefined when a call has none, the reads are inconsistent, or a new contact might
 * have suppressions, which are not prefetched. The rows may be older than the calls, and lack contacts matched by a phone that only
 * the account's country makes readable: use it for writes that check the versions and for nothing else.
 */
export const prefetchedSnapshot = (
  calls: ReadonlyArray<PlaceOrder>,
  prefetched: ReadonlyArray<PrefetchedOrders | null>
): VersionedSnapshot | undefined => {
  const reads = prefetched.filter((read) => read !== null)
  if (reads.length < calls.length) return undefined
  const { accountsWithSuppressions, isConsistent, ...rows } = selectPrefetched(calls, [...new Set(reads)])
  const contacts = contactIndex(rows.contacts)
  const needsSuppressions = addressesOf(calls, rows.orders).some(
    (address) => accountsWithSuppressions.has(address.account_id) && contacts.addsAddress(address)
  )
  return isConsistent && !needsSuppressions ? { ...rows, suppressions: [] } : undefined
}
