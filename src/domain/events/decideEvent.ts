import { Result } from "effect"
import type { LedgerEntry } from "../contacts/Consent.ts"
import { type Contact, newContact } from "../contacts/Contact.ts"
import { type Suppressions, withSuppressions } from "../contacts/Suppressions.ts"
import { NotFound } from "../Errors.ts"
import { fromText, isObject } from "../json/Json.ts"
import type { Event, EventTrigger, IngestEvent } from "./Event.ts"
import { KeyReused, type StoredResponse } from "./Idempotency.ts"

/** The stored state that an event call is decided on. */
interface EventState {
  /** The contact with the call's address or id. */
  readonly contact: Contact | undefined
  /** The response to an earlier call with the same key. */
  readonly response: StoredResponse | undefined
  /** Suppressions of the call's address, for a contact that the call creates. */
  readonly suppressions: Suppressions
}

/** The effect of an event call. A replay changes nothing. */
export interface EventDecision {
  readonly event_id: string
  readonly replayed: boolean
  readonly events: ReadonlyArray<Event>
  readonly contacts: ReadonlyArray<Contact>
  readonly ledger: ReadonlyArray<LedgerEntry>
  readonly responses: ReadonlyArray<StoredResponse>
  readonly triggers: ReadonlyArray<EventTrigger>
}

/** Milliseconds: an event that is older when it is received starts no flow (contract §5). */
export const maxTriggerAge = 72 * 3_600_000

/** Decides whether an event is a replay, which contact it belongs to and which trigger it gives (contract §5). Pure. */
export const decideEvent = (
  now: number,
  call: IngestEvent,
  { contact: existing, response, suppressions }: EventState
): Result.Result<EventDecision, NotFound | KeyReused> => {
  const { account_id, event_id, event_type, event_time, event_data, keyed } = call
  if (response !== undefined)
    return response.digest === keyed?.digest ? Result.succeed(replayOf(response)) : Result.fail(new KeyReused())
  if (existing === undefined && call.contact_id !== null) return Result.fail(new NotFound())
  const { contact, ledger } =
    existing === undefined
      ? withSuppressions(contactOf(call, now), suppressions, { source_id: event_id, actor: "event", recorded_at: now })
      : { contact: existing, ledger: [] }
  const { contact_id } = contact
  const event: Event = {
    account_id,
    event_id,
    contact_id,
    event_type,
    event_time,
    event_data,
    received_at: now,
    idempotency_key: keyed?.key ?? null
  }
  const data = event_data === null ? {} : fromText(event_data)
  const trigger: EventTrigger = {
    account_id,
    type: "event",
    event_type,
    event_id,
    contact_id,
    contact,
    data: isObject(data) ? data : {},
    occurred_at: now
  }
  return Result.succeed({
    event_id,
    replayed: false,
    events: [event],
    contacts: existing === undefined ? [contact] : [],
    ledger,
    responses: keyed === null ? [] : [{ ...keyed, answer: event_id, created_at: now }],
    triggers: event_time < now - maxTriggerAge ? [] : [trigger]
  })
}

const replayOf = ({ answer }: StoredResponse): EventDecision => ({
  event_id: answer,
  replayed: true,
  events: [],
  contacts: [],
  ledger: [],
  responses: [],
  triggers: []
})

const contactOf = ({ account_id, new_contact_id: contact_id, email, phone }: IngestEvent, now: number) =>
  newContact({ account_id, contact_id, email, phone, first_name: null, last_name: null }, now)
