import { buyerName } from "./BuyerName.ts"
import { isOptIn, type LedgerEntry } from "../contacts/Consent.ts"
import { type Contact, newContact } from "../contacts/Contact.ts"
import type { OrderState } from "./decideOrder.ts"
import { emailKey } from "../contacts/Email.ts"
import type { laidOver, Order, PlaceOrder } from "./Order.ts"
import { withSuppressions } from "../contacts/Suppressions.ts"

/** Whom an order belongs to. `found` is the contact before the order filled what it lacked; undefined when it is `created`. */
export interface OrderLink {
  readonly contact: Contact
  readonly found: Contact | undefined
  readonly created: boolean
  /** The order has a phone that the contact it creates can't have. */
  readonly phoneTaken: boolean
  readonly ledger: ReadonlyArray<LedgerEntry>
}

// What names the contact of an order: its e-mail, without one its phone.
const nameOf = ({ email, phone }: Pick<Order, "email" | "phone">): string | null =>
  email === null ? phone : `e-mail ${emailKey(email)}`

/**
 * Links an order by e-mail, without one by phone (contract §3). An address that nobody has creates a contact, unless the stored
 * order had it already: then its contact was given another address, or the call says less than is stored. Pure.
 */
export const linkOrder = (
  now: number,
  call: PlaceOrder,
  order: ReturnType<typeof laidOver>,
  { order: before, current, byEmail, byPhone, suppressions }: OrderState
): OrderLink => {
  const { account_id, new_contact_id: contact_id } = call
  const kept = before !== undefined && nameOf(before) === nameOf(order) ? current : undefined
  const found = (order.email === null ? byPhone : byEmail) ?? kept
  const entry = { source_id: String(call.order_id), actor: call.actor, recorded_at: now }
  if (found !== undefined) return { ...filled(found, order, { byPhone, suppressions }, entry), found }
  const phoneTaken = byPhone !== undefined
  const phone = phoneTaken ? null : order.phone
  const made = newContact({ account_id, contact_id, email: order.email, phone, ...buyerName(order) }, now)
  return { ...withSuppressions(made, suppressions, entry), found, created: true, phoneTaken }
}

/**
 * The contact with name and phone of the order where it has none (contract §3). A phone that another contact has is left there,
 * and a consent to texts that was given for a number since removed does not pass to the order's.
 */
const filled = (
  contact: Contact,
  order: Pick<Order, "phone" | "shipping_address" | "billing_address">,
  { byPhone, suppressions }: Pick<OrderState, "byPhone" | "suppressions">,
  entry: Pick<LedgerEntry, "source_id" | "actor" | "recorded_at">
): Omit<OrderLink, "found"> => {
  const fits = { created: false, phoneTaken: false }
  const isNamed = contact.first_name !== null || contact.last_name !== null
  const named = isNamed ? contact : { ...contact, ...buyerName(order) }
  const takesPhone =
    contact.phone === null && order.phone !== null && byPhone === undefined && !isOptIn(contact.sms_consent)
  if (!takesPhone) return { ...fits, contact: named, ledger: [] }
  const { email: _, ...ofPhone } = suppressions
  const isErased = ofPhone.sms !== undefined
  return { ...fits, ...withSuppressions({ ...named, phone: order.phone }, isErased ? ofPhone : {}, entry) }
}
