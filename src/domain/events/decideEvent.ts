import { Result } from "effect"
import type { LedgerEntry } from "../contacts/Consent.ts"
import { type Contact, newContact } from "../contacts/Contact.ts"
import type { Event, EventTrigger, IngestEvent } from "./Event.ts"
import { NotFound } from "../Errors.ts"
import { type KeptAnswer, KeyReused } from "./Idempotency.ts"
import { isObject, fromText } from "../json/Json.ts"
import { type Suppressions, withSuppressions } from "../contacts/Suppressions.ts"

/** What an event call is judged against: the contact it names, and what its idempotency key was answered before. */
interface EventState {
  readonly contact: Contact | undefined
  readonly kept: KeptAnswer | undefined
  /** The suppressions of the call's address, for a call that creates a contact. */
  readonly suppressions: Suppressions
}

/** What an event call does. A replay does nothing. */
export interface EventDecision {
  readonly event_id: string
  readonly replayed: boolean
  readonly events: ReadonlyArray<Event>
  readonly contacts: ReadonlyArray<Contact>
  readonly ledger: ReadonlyArray<LedgerEntry>
  readonly kept: ReadonlyArray<KeptAnswer>
  readonly triggers: ReadonlyArray<EventTrigger>
}

/** An event that is older than this many milliseconds when it comes in starts nothing (contract §5). */
export const late = 72 * 3_600_000

/** What an event does: whose it is, whether it was told before, and what it starts (contract §5). Pure. */
export const decideEvent = (
  now: number,
  call: IngestEvent,
  state: EventState
): Result.Result<EventDecision, NotFound | KeyReused> => {
  const { account_id, event_id, event_type, event_time, event_data, keyed } = call
  if (state.kept !== undefined) {
    if (state.kept.digest !== keyed?.digest) return Result.fail(new KeyReused())
    return Result.succeed({
      event_id: state.kept.answer,
      replayed: true,
      events: [],
      contacts: [],
      ledger: [],
      kept: [],
      triggers: []
    })
  }
  if (state.contact === undefined && call.contact_id !== null) return Result.fail(new NotFound())
  const { contact, ledger } =
    state.contact === undefined
      ? withSuppressions(nobody(call, now), state.suppressions, {
          source_id: event_id,
          actor: "event",
          recorded_at: now
        })
      : { contact: state.contact, ledger: [] }
  const { contact_id } = contact
  const data = event_data === null ? {} : fromText(event_data)
  return Result.succeed({
    event_id,
    replayed: false,
    events: [
      {
        account_id,
        event_id,
        contact_id,
        event_type,
        event_time,
        event_data,
        received_at: now,
        idempotency_key: keyed?.key ?? null
      }
    ],
    contacts: state.contact === undefined ? [contact] : [],
    ledger,
    kept: keyed === null ? [] : [{ ...keyed, answer: event_id, created_at: now }],
    triggers:
      event_time < now - late
        ? []
        : [
            {
              account_id,
              type: "event",
              event_type,
              event_id,
              contact_id,
              contact,
              data: isObject(data) ? data : {},
              occurred_at: now
            }
          ]
  })
}

const nobody = ({ account_id, new_contact_id: contact_id, email, phone }: IngestEvent, now: number) =>
  newContact({ account_id, contact_id, email, phone, first_name: null, last_name: null }, now)
