import type { FullContact } from "./Contact.ts"
import { formatTime } from "../values/Time.ts"

/** The contact as JSON text, exact to the digit (contract §4). Nulls are shown. */
export const contactJson = (contact: FullContact): string => {
  const { contact_id, tags, custom_fields, email, phone, first_name, last_name, ...rest } = contact
  const head = JSON.stringify({
    id: contact_id,
    email,
    phone,
    first_name,
    last_name,
    email_consent: rest.email_consent,
    sms_consent: rest.sms_consent
  })
  const tail = JSON.stringify({
    order_count: rest.order_count,
    first_order_at: timeOrNull(rest.first_order_at),
    last_order_at: timeOrNull(rest.last_order_at),
    created_at: formatTime(rest.created_at),
    updated_at: formatTime(rest.updated_at)
  })
  return `${head.slice(0, -1)},"tags":${tags},"custom_fields":${custom_fields},${tail.slice(1)}`
}

const timeOrNull = (millis: number | null): string | null => (millis === null ? null : formatTime(millis))
