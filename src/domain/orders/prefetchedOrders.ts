import { Option, Schema } from "effect"
import { Email, emailJson, emailKey } from "../contacts/Email.ts"
import { addressCountries, normalizePhone } from "../contacts/Phone.ts"
import type { JsonObject } from "../json/Json.ts"
import { optionalText } from "../json/Optional.ts"
import { Text, textJson } from "../values/Text.ts"
import type { PlaceOrder } from "./Order.ts"
import { OrderId } from "./OrderId.ts"
import { keysOfCall, type OrderRows, type Versioned } from "./VersionedSnapshot.ts"

/*
 * An order's rows are read with its admission, before it is decided on:
 *
 * 1. `orderKeys` takes the keys of the rows from the body (http/auth/orderPrefetch.ts), when it has arrived by then.
 * 2. The statement that admits the call also reads the rows (store/admission/admissionStatement.ts with store/orders/readOrderRows.ts).
 * 3. `PlaceOrders` decides on `selectedRows` of them and writes with one statement that compares the versions of the rows. What was not
 *    read, or has changed since, is found by that comparison, so it costs time and nothing else.
 */

const decodeKeys = Schema.decodeUnknownOption(
  Schema.Struct({
    order_id: OrderId,
    email: optionalText(Email, emailJson),
    phone: optionalText(Text, textJson)
  })
)

/**
 * The keys of a body as far as they are known before its account is: a phone only when it can be read in the countries of the body's
 * addresses. Null without a valid order id and address.
 */
export const orderKeys = (body: JsonObject, integration_digest: string | null) => {
  const keys = Option.getOrUndefined(decodeKeys(body))
  if (keys === undefined) return null
  const email_key = keys.email == null ? null : emailKey(keys.email)
  const phone = keys.phone == null ? null : (normalizePhone(keys.phone, addressCountries(body)) ?? null)
  if (email_key === null && phone === null) return null
  return { order_id: String(keys.order_id), email_key, phone, integration_digest }
}

// Undefined when two reads disagree on a row.
const once = <A>(
  rows: ReadonlyArray<A>,
  keyOf: (row: A) => string,
  isSame: (one: A, other: A) => boolean
): ReadonlyArray<A> | undefined => {
  const byKey = new Map<string, A>()
  for (const row of rows) {
    const other = byKey.get(keyOf(row))
    if (other !== undefined && !isSame(row, other)) return undefined
    byKey.set(keyOf(row), row)
  }
  return [...byKey.values()]
}

const isSameVersion = (one: Versioned<unknown>, other: Versioned<unknown>) => one.version === other.version
const isSameJson = (one: object, other: object) => JSON.stringify(one) === JSON.stringify(other)

/**
 * The rows that the calls touch, of reads that may cover other calls too. Undefined when two reads disagree, or an account or the contact of
 * an order was not read. A row may be missing or old: use them for writes that compare versions, and for nothing else.
 */
export const selectedRows = (
  calls: ReadonlyArray<PlaceOrder>,
  reads: ReadonlyArray<OrderRows>
): OrderRows | undefined => {
  const keys = calls.map(keysOfCall)
  const orderIds = new Set(keys.map(({ account_id, order_id }) => `${account_id}|${order_id}`))
  const orders = once(
    reads.flatMap((read) => read.orders.filter(({ row }) => orderIds.has(`${row.account_id}|${row.order_id}`))),
    ({ row }) => `${row.account_id}|${row.order_id}`,
    isSameVersion
  )
  if (orders === undefined) return undefined

  const stored = orders.map(({ row }) => row)
  const emails = new Set(keys.map(({ account_id, email_key }) => `${account_id}|${email_key}`))
  // The phone of a stored order matches contacts too: a call that leaves the phone out keeps it.
  const phones = new Set([...keys, ...stored].map(({ account_id, phone }) => `${account_id}|${phone}`))
  const contactIds = new Set(stored.map(({ account_id, contact_id }) => `${account_id}|${contact_id}`))
  const contacts = once(
    reads.flatMap((read) =>
      read.contacts.filter(
        ({ row: { account_id, contact_id, email, phone } }) =>
          contactIds.has(`${account_id}|${contact_id}`) ||
          (email !== null && emails.has(`${account_id}|${emailKey(email)}`)) ||
          (phone !== null && phones.has(`${account_id}|${phone}`))
      )
    ),
    ({ row }) => `${row.account_id}|${row.contact_id}`,
    isSameVersion
  )

  const accountIds = new Set(keys.map(({ account_id }) => account_id))
  const accounts = once(
    reads.flatMap((read) => read.accounts.filter(({ account_id }) => accountIds.has(account_id))),
    ({ account_id }) => account_id,
    isSameJson
  )
  const digests = new Set(keys.map(({ account_id, integration_digest }) => `${account_id}|${integration_digest}`))
  const ofOrders = new Set(stored.map(({ account_id, integration_id }) => `${account_id}|${integration_id}`))
  const integrations = once(
    reads.flatMap((read) =>
      read.integrations.filter(
        ({ account_id, digest, integration_id }) =>
          digests.has(`${account_id}|${digest}`) || ofOrders.has(`${account_id}|${integration_id}`)
      )
    ),
    ({ account_id, integration_id }) => `${account_id}|${integration_id}`,
    isSameJson
  )
  if (contacts === undefined || integrations === undefined || accounts === undefined) return undefined
  // Nothing compares the version of a stored order's contact that was not read, since nobody knows that there is one.
  const found = new Set(contacts.map(({ row }) => `${row.account_id}|${row.contact_id}`))
  const lacksContact = stored.some(
    ({ account_id, contact_id }) => contact_id !== null && !found.has(`${account_id}|${contact_id}`)
  )
  return lacksContact || accounts.length < accountIds.size ? undefined : { orders, contacts, integrations, accounts }
}
