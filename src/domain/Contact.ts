import type { EmailConsent, SmsConsent } from "./Consent.ts"

/** A contact as stored. Times in milliseconds; `first_order_at` and `last_order_at` are null without orders. */
export interface Contact {
  readonly account_id: string
  readonly contact_id: string
  readonly email: string | null
  readonly phone: string | null
  readonly first_name: string | null
  readonly last_name: string | null
  readonly email_consent: EmailConsent
  readonly sms_consent: SmsConsent
  readonly order_count: number
  readonly first_order_at: number | null
  readonly last_order_at: number | null
  /** The message the contact clicked in last, null before any click. */
  readonly last_click_message_id: string | null
  readonly last_clicked_at: number | null
  /** When a contact with the same address was erased before; null where none was. Orders placed until then give no consent. */
  readonly erased_at: number | null
  readonly created_at: number
  readonly updated_at: number
}

/** A contact with what orders never read: `tags` (an array of text) and `custom_fields` (a flat object), as JSON text. */
export interface FullContact extends Contact {
  readonly tags: string
  readonly custom_fields: string
}

/** A contact nobody has asked anything yet. */
export const newContact = (
  identity: Pick<Contact, "account_id" | "contact_id" | "email" | "phone" | "first_name" | "last_name">,
  now: number
): Contact => ({
  ...identity,
  email_consent: "never_subscribed",
  sms_consent: "never_subscribed",
  order_count: 0,
  first_order_at: null,
  last_order_at: null,
  last_click_message_id: null,
  last_clicked_at: null,
  erased_at: null,
  created_at: now,
  updated_at: now
})

/** The contact with one more order, placed at `placedAt`. */
export const withOrder = (contact: Contact, placedAt: number): Contact => ({
  ...contact,
  order_count: contact.order_count + 1,
  first_order_at: Math.min(contact.first_order_at ?? placedAt, placedAt),
  last_order_at: Math.max(contact.last_order_at ?? placedAt, placedAt)
})

/**
 * The contact with one order less. `exact` is false when the order stood at either end of the range: the end must then
 * be read from the orders that remain.
 */
export const withoutOrder = (
  contact: Contact,
  placedAt: number
): { readonly contact: Contact; readonly exact: boolean } => {
  const order_count = contact.order_count - 1
  if (order_count === 0) {
    return { contact: { ...contact, order_count, first_order_at: null, last_order_at: null }, exact: true }
  }
  return {
    contact: { ...contact, order_count },
    exact: placedAt !== contact.first_order_at && placedAt !== contact.last_order_at
  }
}
