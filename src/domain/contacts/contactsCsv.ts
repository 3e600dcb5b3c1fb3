import type { FullContact } from "./Contact.ts"
import { addressCell, csvCell } from "../values/csvCell.ts"
import { formatTime } from "../values/Time.ts"

const timeOrEmpty = (millis: number | null): string => (millis === null ? "" : formatTime(millis))

// A tag with a comma or semicolon stands in quotes, as imports read it.
const tagCell = (tag: string): string => (/[",;]/.test(tag) ? `"${tag.replaceAll('"', '""')}"` : tag)

// A sheet writes the tag 1.50 as 1.5.
const numberLike = /^\d[\d.]*$/

const tagsOf = (json: string): string => {
  const tags: unknown = JSON.parse(json)
  return Array.isArray(tags) ? tags.map((tag) => tagCell(String(tag))).join(", ") : ""
}

/** A contact with the keys of the topics that it left. */
export interface ExportedContact extends FullContact {
  readonly left_topics: ReadonlyArray<string>
}

// Ids, states, keys of topics, numbers and times cannot begin a formula. A phone is kept as text: a sheet takes the plus sign of what looks like a number.
/** The columns of an export of contacts (contract §9). Custom fields are JSON, which keeps every digit. */
export const contactCsvColumns = {
  id: ({ contact_id }) => contact_id,
  email: ({ email }) => csvCell(email ?? ""),
  phone: ({ phone }) => addressCell(phone),
  first_name: ({ first_name }) => csvCell(first_name ?? ""),
  last_name: ({ last_name }) => csvCell(last_name ?? ""),
  email_consent: ({ email_consent }) => email_consent,
  sms_consent: ({ sms_consent }) => sms_consent,
  tags: ({ tags }) => csvCell(tagsOf(tags).replace(numberLike, "'$&")),
  topics_left: ({ left_topics }) => csvCell(left_topics.join(", ").replace(numberLike, "'$&")),
  order_count: ({ order_count }) => String(order_count),
  first_order_at: ({ first_order_at }) => timeOrEmpty(first_order_at),
  last_order_at: ({ last_order_at }) => timeOrEmpty(last_order_at),
  created_at: ({ created_at }) => timeOrEmpty(created_at),
  updated_at: ({ updated_at }) => timeOrEmpty(updated_at),
  custom_fields: ({ custom_fields }) => (custom_fields === "{}" ? "" : csvCell(custom_fields))
} satisfies Record<string, (contact: ExportedContact) => string>
