import { Schema } from "effect"
import { Email, emailJson } from "../contacts/Email.ts"
import type { IngestEvent } from "./Event.ts"
import type { ValidationIssue } from "../ValidationIssue.ts"
import { FreeObject } from "../json/FreeForm.ts"
import { type JsonObject, textOf } from "../json/Json.ts"
import { optional, optionalText } from "../json/Optional.ts"
import { normalizePhone } from "../contacts/Phone.ts"
import { fits, isBlank, text, Text, textJson } from "../values/Text.ts"
import { Timestamp } from "../values/Time.ts"

/** What flows are keyed on. */
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

const furthestAhead = 24 * 3_600_000

/** What is known of a call beside its body. `key` is the `Idempotency-Key` header, `now` milliseconds. */
export interface EventCall {
  readonly key: string | undefined
  readonly now: number
}

/** What a schema can't say of a body: whom it is about, when it was, and the header that goes with it. */
export const eventRules = (body: JsonObject, { key, now }: EventCall): ReadonlyArray<ValidationIssue> => {
  const issues: Array<ValidationIssue> = []
  const [named, second] = ["email", "phone", "contact_id"].filter((name) => !isBlank(body[name]))
  if (named === undefined || second !== undefined) {
    issues.push({ field: second ?? "email", message: "Exactly one of email, phone and contact_id is required" })
  }
  const time = body["event_time"]
  if (typeof time === "string" && Date.parse(time) > now + furthestAhead) {
    issues.push({ field: "event_time", message: "Must be at most 24 hours ahead" })
  }
  if (key !== undefined && !fits(key, 255)) {
    issues.push({ field: "Idempotency-Key", message: "Must be text of at most 255 characters" })
  }
  return issues
}

/** What an event is called with beside its body. */
type EventContext = Pick<EventCall, "now"> &
  Pick<IngestEvent, "account_id" | "event_id" | "new_contact_id" | "keyed" | "clock_offset"> & {
    readonly default_country: string
  }

/** The call as decisions read it. Contract: the body can be read by `EventInput` and `eventRules`. */
export const toIngestEvent = (
  { event_type, email, phone, contact_id, event_time, event_data }: EventInput,
  { default_country, now, ...rest }: EventContext
): IngestEvent => ({
  ...rest,
  email: email ?? null,
  phone: phone == null ? null : (normalizePhone(phone, [default_country]) ?? null),
  contact_id: contact_id ?? null,
  event_type,
  event_time: event_time?.epochMilliseconds ?? now,
  event_data: event_data == null ? null : textOf(event_data)
})
