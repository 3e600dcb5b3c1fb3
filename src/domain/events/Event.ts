import type { Contact } from "../contacts/Contact.ts"
import type { KeyedCall } from "./Idempotency.ts"
import type { JsonObject } from "../json/Json.ts"

/** A custom event as stored. Times in milliseconds; `event_data` is JSON text, exactly as sent. */
export interface Event {
  readonly account_id: string
  readonly event_id: string
  /** Null once the contact was erased. */
  readonly contact_id: string | null
  readonly event_type: string
  readonly event_time: number
  readonly event_data: string | null
  readonly received_at: number
  readonly idempotency_key: string | null
}

/** One call of `POST /events`, valid and normalized. Exactly one of `email`, `phone` and `contact_id` is not null. */
export interface IngestEvent {
  readonly account_id: string
  /** The id that a new event gets. */
  readonly event_id: string
  /** The id that a new contact gets. */
  readonly new_contact_id: string
  readonly email: string | null
  readonly phone: string | null
  readonly contact_id: string | null
  readonly event_type: string
  readonly event_time: number
  readonly event_data: string | null
  readonly keyed: KeyedCall | null
  /** How far the account's clock is ahead, in milliseconds; left out for real accounts. */
  readonly clock_offset?: number
}

/** Starts the flows of an event type, once for each event. */
export interface EventTrigger {
  readonly account_id: string
  readonly type: "event"
  readonly event_type: string
  readonly event_id: string
  readonly contact_id: string
  readonly contact: Contact
  readonly data: JsonObject
  readonly occurred_at: number
}
