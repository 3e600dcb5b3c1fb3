import type { Contact } from "../contacts/Contact.ts"

const attributionMillis = 7 * 24 * 60 * 60 * 1_000

/** The message that a live order is attributed to: the one that its contact clicked last, within 7 days (contract §3). */
export const attributedMessage = (
  now: number,
  contact: Pick<Contact, "last_click_message_id" | "last_clicked_at">
): string | null =>
  contact.last_clicked_at !== null && now - contact.last_clicked_at <= attributionMillis
    ? contact.last_click_message_id
    : null
