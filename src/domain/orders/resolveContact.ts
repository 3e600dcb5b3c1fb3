import { isOptIn, type LedgerEntry } from "../contacts/Consent.ts"
import { type Contact, newContact } from "../contacts/Contact.ts"
import { emailKey } from "../contacts/Email.ts"
import { withSuppressions } from "../contacts/Suppressions.ts"
import { buyerName, keptName } from "./BuyerName.ts"
import type { OrderState } from "./decideOrder.ts"
import type { BuyerName, Order, OrderFields, PlaceOrder } from "./Order.ts"

/** The contact of an order. */
export interface ResolvedContact {
  /** With the name and phone that the order fills. */
  readonly contact: Contact
  /** The contact as stored; undefined when the order creates it. */
  readonly found: Contact | undefined
  readonly created: boolean
  /** Whether the created contact goes without the order's phone, because another contact has it. */
  readonly phoneTaken: boolean
  readonly ledger: ReadonlyArray<LedgerEntry>
}

/** The address by which the contact of an order is found: its e-mail, without one its phone. */
export const addressKey = ({ email, phone }: Pick<Order, "email" | "phone">): string | null =>
  email === null ? phone : `e-mail ${emailKey(email)}`

/**
 * Finds or creates the contact of an order by e-mail, without one by phone (contract §3). An address without a contact creates one,
 * unless the stored order had that address already: its contact was given another address since, and keeps the order.
 */
export const resolveContact = (
  now: number,
  call: PlaceOrder,
  order: OrderFields,
  { order: before, current, byEmail, byPhone, suppressions }: OrderState
): ResolvedContact => {
  const { account_id, new_contact_id: contact_id } = call
  const kept = before !== undefined && addressKey(before) === addressKey(order) ? current : undefined
  const found = (order.email === null ? byPhone : byEmail) ?? kept
  const entry = { source_id: String(call.order_id), actor: call.actor, recorded_at: now }
  const name = keptName(buyerName(order, call))
  if (found !== undefined)
    return { ...fillContact(found, { name, phone: order.phone }, { byPhone, suppressions }, entry), found }
  const phoneTaken = byPhone !== undefined
  const phone = phoneTaken ? null : order.phone
  const contact = newContact({ account_id, contact_id, email: order.email, phone, ...name }, now)
  return { ...withSuppressions(contact, suppressions, entry), found, created: true, phoneTaken }
}

/**
 * Fills empty name and phone of a contact from the order (contract §3). A phone of another contact stays there. A contact that opted in
 * to texts for a phone since removed gets no phone: that consent was not given for the order's.
 */
const fillContact = (
  contact: Contact,
  order: Pick<Order, "phone"> & { readonly name: BuyerName },
  { byPhone, suppressions }: Pick<OrderState, "byPhone" | "suppressions">,
  entry: Pick<LedgerEntry, "source_id" | "actor" | "recorded_at">
): Omit<ResolvedContact, "found"> => {
  const existing = { created: false, phoneTaken: false }
  const hasName = contact.first_name !== null || contact.last_name !== null
  const withName = hasName ? contact : { ...contact, ...order.name }
  const getsPhone =
    contact.phone === null && order.phone !== null && byPhone === undefined && !isOptIn(contact.sms_consent)
  if (!getsPhone) return { ...existing, contact: withName, ledger: [] }
  const { email: _, ...ofPhone } = suppressions
  return {
    ...existing,
    ...withSuppressions({ ...withName, phone: order.phone }, ofPhone.sms === undefined ? {} : ofPhone, entry)
  }
}
