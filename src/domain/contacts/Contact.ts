import type { Channel, EmailConsent, SmsConsent, Withdrawal, WithdrawnBy } from "./Consent.ts"

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
  /** The withdrawal of a channel in effect; both null without one (contract §4.5). */
  readonly email_withdrawn_at: number | null
  readonly email_withdrawn_by: WithdrawnBy | null
  readonly sms_withdrawn_at: number | null
  readonly sms_withdrawn_by: WithdrawnBy | null
  readonly order_count: number
  readonly first_order_at: number | null
  readonly last_order_at: number | null
  /** The message of the last click, null before any click. */
  readonly last_click_message_id: string | null
  readonly last_clicked_at: number | null
  readonly created_at: number
  readonly updated_at: number
}

/** A contact with the fields that orders never read: `tags` (an array of text) and `custom_fields` (a flat object), as JSON text. */
export interface FullContact extends Contact {
  readonly tags: string
  readonly custom_fields: string
}

/** A contact without orders, clicks and consent. */
export const newContact = (
  identity: Pick<Contact, "account_id" | "contact_id" | "email" | "phone" | "first_name" | "last_name">,
  now: number
): Contact => ({
  ...identity,
  email_consent: "never_subscribed",
  sms_consent: "never_subscribed",
  email_withdrawn_at: null,
  email_withdrawn_by: null,
  sms_withdrawn_at: null,
  sms_withdrawn_by: null,
  order_count: 0,
  first_order_at: null,
  last_order_at: null,
  last_click_message_id: null,
  last_clicked_at: null,
  created_at: now,
  updated_at: now
})

/** The withdrawal of a channel in effect. */
export const withdrawalOf = (contact: Contact, channel: Channel): Withdrawal | null => {
  const [at, by] =
    channel === "email"
      ? [contact.email_withdrawn_at, contact.email_withdrawn_by]
      : [contact.sms_withdrawn_at, contact.sms_withdrawn_by]
  return at === null || by === null ? null : { at, by }
}

/** The withdrawals of both channels as members of a contact. */
export const withdrawalFields = (email: Withdrawal | null, sms: Withdrawal | null) => ({
  email_withdrawn_at: email?.at ?? null,
  email_withdrawn_by: email?.by ?? null,
  sms_withdrawn_at: sms?.at ?? null,
  sms_withdrawn_by: sms?.by ?? null
})

/** The contact with one more order, placed at `placedAt`. */
export const withOrder = (contact: Contact, placedAt: number): Contact => ({
  ...contact,
  order_count: contact.order_count + 1,
  first_order_at: Math.min(contact.first_order_at ?? placedAt, placedAt),
  last_order_at: Math.max(contact.last_order_at ?? placedAt, placedAt)
})

/** The contact with one order less. `exact` is false if that was its first or last order: the range must be read from the database. */
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
