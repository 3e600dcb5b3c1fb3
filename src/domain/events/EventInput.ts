import { Schema } from "effect"
import { Email, emailJson } from "../contacts/Email.ts"
import { FreeObject } from "../json/FreeForm.ts"
import { optional, optionalText } from "../json/Optional.ts"
import { text, Text, textJson } from "../values/Text.ts"
import { Timestamp } from "../values/Time.ts"

/** The type of a custom event, by which flows are triggered. */
export const EventType = Schema.String.check(
  Schema.isPattern(/^[A-Za-z0-9_-]{1,128}$/u, { message: "Must be 1 to 128 letters, digits, _ or -" })
)

/** The body of `POST /events` (contract §5). */
export const EventInput = Schema.Struct({
  event_type: EventType,
  email: optionalText(Email, emailJson),
  phone: optionalText(Text, textJson),
  contact_id: optionalText(Text, textJson),
  event_time: optional(Timestamp),
  event_data: optional(FreeObject),
  idempotency_key: optionalText(text(255), { maxLength: 255 })
}).annotate({ identifier: "IngestEvent" })
export type EventInput = typeof EventInput.Type
