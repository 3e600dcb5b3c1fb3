import { Result } from "effect"
import type { Contact } from "../contacts/Contact.ts"
import { contactIndex } from "../contacts/contactIndex.ts"
import type { Suppressions } from "../contacts/Suppressions.ts"
import type { NotFound } from "../Errors.ts"
import { decideEvent, type EventDecision } from "./decideEvent.ts"
import type { IngestEvent } from "./Event.ts"
import { keyName, type KeyReused, type StoredResponse } from "./Idempotency.ts"

/** The stored state that a batch of calls is decided on. */
export interface EventSnapshot {
  readonly contacts: ReadonlyArray<Contact>
  readonly responses: ReadonlyArray<StoredResponse>
  /** The suppressions of each call's address, by the index of the call. */
  readonly suppressions: ReadonlyArray<Suppressions>
}

/** The effect of a batch of calls: a result for each call, and all rows to write. */
export interface EventBatch extends Pick<EventDecision, "events" | "contacts" | "ledger" | "responses" | "triggers"> {
  readonly results: ReadonlyArray<Result.Result<EventDecision, NotFound | KeyReused>>
}

/** Folds `decideEvent` over the calls in order: each is decided on the state that the calls before it leave. Pure. */
export const decideEvents = (now: number, calls: ReadonlyArray<IngestEvent>, snapshot: EventSnapshot): EventBatch => {
  const contacts = contactIndex(snapshot.contacts)
  const responses = new Map(snapshot.responses.map((response) => [keyName(response), response]))
  const results = calls.map((call, index) => {
    const result = decideEvent(now + (call.clock_offset ?? 0), call, {
      contact:
        (call.contact_id === null ? undefined : contacts.byId(call.account_id, call.contact_id)) ??
        contacts.byEmail(call.account_id, call.email) ??
        contacts.byPhone(call.account_id, call.phone),
      response: call.keyed === null ? undefined : responses.get(keyName(call.keyed)),
      suppressions: snapshot.suppressions[index] ?? {}
    })
    if (Result.isSuccess(result)) {
      result.success.contacts.forEach(contacts.put)
      for (const response of result.success.responses) responses.set(keyName(response), response)
    }
    return result
  })
  const decisions = results.filter(Result.isSuccess).map(({ success }) => success)
  return {
    results,
    events: decisions.flatMap(({ events }) => events),
    contacts: decisions.flatMap((decision) => decision.contacts),
    ledger: decisions.flatMap(({ ledger }) => ledger),
    responses: decisions.flatMap((decision) => decision.responses),
    triggers: decisions.flatMap(({ triggers }) => triggers)
  }
}
