import { Result } from "effect"
import type { Contact } from "../contacts/Contact.ts"
import { contactIndex } from "../contacts/contactIndex.ts"
import { decideEvent, type EventDecision } from "./decideEvent.ts"
import type { IngestEvent } from "./Event.ts"
import type { NotFound } from "../Errors.ts"
import type { IdempotencyKey, KeptAnswer, KeyReused } from "./Idempotency.ts"
import type { Suppressions } from "../contacts/Suppressions.ts"

/** Everything a batch of calls is judged against. */
export interface EventSnapshot {
  readonly contacts: ReadonlyArray<Contact>
  readonly kept: ReadonlyArray<KeptAnswer>
  /** The suppressions of the address of each call, in the order of the calls. */
  readonly suppressions: ReadonlyArray<Suppressions>
}

/** What a batch of calls comes to: an answer for each, and all that is to be written. */
export interface EventBatch extends Pick<EventDecision, "events" | "contacts" | "ledger" | "kept" | "triggers"> {
  readonly answers: ReadonlyArray<Result.Result<EventDecision, NotFound | KeyReused>>
}

const nameOf = ({ account_id, operation, key }: IdempotencyKey) => `${account_id}|${operation}|${key}`

/** Folds `decideEvent` over the calls in the order given: each is judged against what the ones before it left. Pure. */
export const decideEvents = (now: number, calls: ReadonlyArray<IngestEvent>, snapshot: EventSnapshot): EventBatch => {
  const contacts = contactIndex(snapshot.contacts)
  const kept = new Map(snapshot.kept.map((answer) => [nameOf(answer), answer]))
  const answers = calls.map((call, at) => {
    const answer = decideEvent(now + (call.clock_offset ?? 0), call, {
      contact:
        (call.contact_id === null ? undefined : contacts.byId(call.account_id, call.contact_id)) ??
        contacts.byEmail(call.account_id, call.email) ??
        contacts.byPhone(call.account_id, call.phone),
      kept: call.keyed === null ? undefined : kept.get(nameOf(call.keyed)),
      suppressions: snapshot.suppressions[at] ?? {}
    })
    if (Result.isSuccess(answer)) {
      answer.success.contacts.forEach(contacts.put)
      for (const first of answer.success.kept) kept.set(nameOf(first), first)
    }
    return answer
  })
  const decisions = answers.filter(Result.isSuccess).map(({ success }) => success)
  return {
    answers,
    events: decisions.flatMap(({ events }) => events),
    contacts: decisions.flatMap((decision) => decision.contacts),
    ledger: decisions.flatMap(({ ledger }) => ledger),
    kept: decisions.flatMap((decision) => decision.kept),
    triggers: decisions.flatMap(({ triggers }) => triggers)
  }
}
