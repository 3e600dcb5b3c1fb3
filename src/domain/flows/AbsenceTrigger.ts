import type { Contact } from "../contacts/Contact.ts"

/** Starts flows once for each time that a contact has placed no order for `duration`. The contact's `last_order_at` is not null. */
export interface AbsenceTrigger {
  readonly account_id: string
  readonly type: "no_order_for"
  readonly duration: string
  readonly contact_id: string
  readonly contact: Contact
  readonly occurred_at: number
}
