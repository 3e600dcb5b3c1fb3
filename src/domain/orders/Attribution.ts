import type { Contact } from "../contacts/Contact.ts"

const window = 7 * 24 * 60 * 60 * 1_000

/** The message that a live order of the contact is attributed to: the last one clicked, within 7 days (contract §3). */
export const attributedMessage = (
  now: number,
  contact: Pick<Contact, "last_click_message_id" | "last_clicked_at">
): string | null =>
  contact.last_clicked_at !== null && now - contact.last_clicked_at <= window ? contact.last_click_message_id : null
