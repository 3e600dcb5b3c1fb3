import type { Contact } from "../contacts/Contact.ts"
import { emailKey } from "../contacts/Email.ts"
import { type VacantAddress, vacantAddresses } from "../contacts/vacantAddresses.ts"
import type { Versioned } from "../orders/VersionedSnapshot.ts"
import type { Cart, PutCart } from "./Cart.ts"
import { cartStatus } from "./cartEnd.ts"
import type { KnownCart } from "./cartJson.ts"
import { cartKey, type CartSnapshot } from "./decideCarts.ts"

/** The lookup keys of a report: its cart, the person that it names, and the token that an order may be reported with. */
export const keysOfReport = ({ account_id, cart_id, owner }: PutCart) => ({
  account_id,
  cart_id,
  email_key: owner?.email == null ? null : emailKey(owner.email),
  phone: owner?.phone ?? null,
  contact_id: owner?.contact_id ?? null,
  token: owner?.token ?? null
})

/** An order that a platform reported with a token of a cart. */
export interface ReportedOrder {
  readonly account_id: string
  readonly token: string
  readonly order_id: bigint
}

/** The rows that reports touch: their carts, the contacts of these and of the reports, and the orders with their tokens. */
export interface CartRows {
  readonly carts: ReadonlyArray<Versioned<Cart>>
  readonly contacts: ReadonlyArray<Versioned<Contact>>
  readonly reported: ReadonlyArray<ReportedOrder>
  /** The accounts that have suppressions of addresses without a contact. */
  readonly suppressing: ReadonlyArray<string>
}

/** The versions of the rows that reports were read with: while they are unchanged, reading again gives the same. */
export interface CartVersions {
  /** The carts of the reports; those without a version did not exist. */
  readonly carts: ReadonlyArray<Pick<Cart, "account_id" | "cart_id"> & { readonly version: string | null }>
  readonly contacts: ReadonlyArray<Pick<Contact, "account_id" | "contact_id"> & { readonly version: string }>
  readonly vacant: ReadonlyArray<VacantAddress>
  /** The accounts that had no suppressions. */
  readonly unsuppressed: ReadonlyArray<string>
}

/** A snapshot that `Carts.saveIfUnchanged` can check. */
export interface VersionedCarts extends CartSnapshot {
  readonly reported: ReadonlyArray<ReportedOrder>
  /** Null when part of the snapshot has no version, so that it must be read under locks. */
  readonly versions: CartVersions | null
}

/** The versions of the rows that the reports touch. Pure. */
export const cartVersions = (
  calls: ReadonlyArray<PutCart>,
  { carts, contacts, suppressing }: CartRows
): CartVersions => {
  const keys = calls.map(keysOfReport)
  const versions = new Map<string, CartVersions["carts"][number]>()
  for (const { account_id, cart_id } of keys)
    versions.set(cartKey({ account_id, cart_id }), { account_id, cart_id, version: null })
  for (const { row, version } of carts)
    versions.set(cartKey(row), { account_id: row.account_id, cart_id: row.cart_id, version })
  const accounts = new Set(keys.map(({ account_id }) => account_id))
  return {
    carts: [...versions.values()],
    contacts: contacts.map(({ row: { account_id, contact_id }, version }) => ({ account_id, contact_id, version })),
    vacant: vacantAddresses(
      keys,
      contacts.map(({ row }) => row)
    ),
    unsuppressed: [...accounts].filter((account_id) => !suppressing.includes(account_id))
  }
}

/**
 * A cart after the decision with the orders that are known of it; undefined where an order of the contact ended it, whose id the snapshot does
 * not have. Pure.
 */
export const knownOfSnapshot = (
  { reported, contacts }: Pick<VersionedCarts, "reported" | "contacts">,
  cart: Cart
): KnownCart | undefined => {
  const { account_id, cart_id, token, contact_id } = cart
  const ids = reported.flatMap((order) =>
    order.account_id === account_id && (order.token === cart_id || order.token === token) ? [order.order_id] : []
  )
  const reported_order_id = ids.reduce<bigint | null>((least, id) => (least === null || id < least ? id : least), null)
  const buyer = contacts.find((contact) => contact.account_id === account_id && contact.contact_id === contact_id)
  const last_order_at = buyer?.last_order_at ?? null
  const isNamed = reported_order_id !== null || cart.completed
  if (!isNamed && cartStatus(cart, { reported_order_id, last_order_at }) === "ordered") return undefined
  return { cart, reported_order_id, last_order_at, next_order_id: null }
}
