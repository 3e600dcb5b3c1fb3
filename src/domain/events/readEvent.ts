import { unreadablePhone } from "../contacts/ContactInput.ts"
import { normalizePhone } from "../contacts/Phone.ts"
import { type JsonObject, textOf } from "../json/Json.ts"
import { decodeJson } from "../json/decodeJson.ts"
import { type Handling, readBody } from "../json/readBody.ts"
import type { ValidationIssue } from "../ValidationIssue.ts"
import { fits, isBlank } from "../values/Text.ts"
import type { IngestEvent } from "./Event.ts"
import { EventInput } from "./EventInput.ts"

const decodeEventInput = decodeJson(EventInput)

const maxMillisAhead = 24 * 3_600_000

/** The parts of a request beside its body. */
interface EventRequest {
  /** The `Idempotency-Key` header. */
  readonly key: string | undefined
  /** Milliseconds. */
  readonly now: number
  readonly default_country: string
}

/** Rules that span fields, or depend on the time or the header. */
const eventRules = (
  body: JsonObject,
  { key, now }: Pick<EventRequest, "key" | "now">
): ReadonlyArray<ValidationIssue> => {
  const issues: Array<ValidationIssue> = []
  const [first, second] = ["email", "phone", "contact_id"].filter((field) => !isBlank(body[field]))
  if (first === undefined || second !== undefined) {
    issues.push({ field: second ?? "email", message: "Exactly one of email, phone and contact_id is required" })
  }
  const time = body["event_time"]
  if (typeof time === "string" && Date.parse(time) > now + maxMillisAhead) {
    issues.push({ field: "event_time", message: "Must be at most 24 hours ahead" })
  }
  if (key !== undefined && !fits(key, 255)) {
    issues.push({ field: "Idempotency-Key", message: "Must be text of at most 255 characters" })
  }
  return issues
}

// Lenient handling may drop an unreadable second identifier of the contact, never the type, the time or the data.
const secondary = new Set(["email", "phone", "contact_id"])

/** The decoded body of an event with its warnings, or all its issues (contract §5). */
export const readEvent = (body: JsonObject, request: EventRequest, handling: Handling) =>
  readBody(
    {
      decode: decodeEventInput,
      unreadable: unreadablePhone(body, request.default_country),
      rules: (raw) => eventRules(raw, request),
      isSecondary: (member) => secondary.has(member),
      orphaned: () => []
    },
    body,
    handling
  )

/** The values of a call that are not in its body. */
type EventContext = Pick<EventRequest, "now" | "default_country"> &
  Pick<IngestEvent, "account_id" | "event_id" | "new_contact_id" | "keyed" | "clock_offset">

/** The call of a body that `readEvent` accepted. */
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
