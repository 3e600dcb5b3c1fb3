import { EmailConsent, SmsConsent, WithdrawnBy } from "../../domain/contacts/Consent.ts"
import { integer, jsonText, orNull, text, textOf, time } from "../sql/column.ts"

/** The columns of `contacts` that every decision reads and writes. */
export const contactColumns = {
  account_id: text("none"),
  contact_id: text("identifier"),
  email: orNull(text("personal")),
  phone: orNull(text("personal")),
  first_name: orNull(text("personal")),
  last_name: orNull(text("personal")),
  email_consent: textOf("personal", EmailConsent),
  sms_consent: textOf("personal", SmsConsent),
  email_withdrawn_at: orNull(time("personal")),
  email_withdrawn_by: orNull(textOf("personal", WithdrawnBy)),
  sms_withdrawn_at: orNull(time("personal")),
  sms_withdrawn_by: orNull(textOf("personal", WithdrawnBy)),
  order_count: integer("personal"),
  first_order_at: orNull(time("personal")),
  last_order_at: orNull(time("personal")),
  last_click_message_id: orNull(text("identifier")),
  last_clicked_at: orNull(time("personal")),
  created_at: time("personal"),
  updated_at: time("personal")
}

/** The columns that orders and events neither read nor write, since they may be large. */
export const largeContactColumns = { tags: jsonText("free text"), custom_fields: jsonText("free text") }

/** The columns that no `Contact` has: the key is written with the e-mail, the pause by `ContactConsents`, the topics by `ContactTopics`. */
export const furtherContactColumns = {
  email_key: orNull(text("personal")),
  paused_until: orNull(time("personal")),
  left_topics: jsonText("personal")
}
