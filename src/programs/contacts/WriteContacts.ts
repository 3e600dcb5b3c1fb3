import { Clock, Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { contactJson } from "../../domain/contacts/contactJson.ts"
import { type ContactOutcome, contactOutcome, plainOutcome } from "../../domain/contacts/contactOutcome.ts"
import {
  type ContactDecision,
  type ContactTaken,
  type ContactWrite,
  decideContact,
  decideNewContact
} from "../../domain/contacts/decideContact.ts"
import { type ContactMerge, decideMerge } from "../../domain/contacts/decideMerge.ts"
import type { NotFound, Unavailable } from "../../domain/Errors.ts"
import type { ValidationFailed } from "../../domain/ValidationIssue.ts"
import { makeId } from "../../domain/values/Id.ts"
import { type KeyedCall, keyName, KeyReused } from "../../domain/events/Idempotency.ts"
import { welcomeMessage } from "../../domain/messages/Message.ts"
import { Messages } from "../../messages/sending/Messages.ts"
import { Contacts } from "../../store/contacts/Contacts.ts"
import { IdempotencyKeys } from "../../store/events/IdempotencyKeys.ts"
import { identityLocks } from "../../store/contacts/readContacts.ts"
import { readOnly, transact, transactFor } from "../../store/database/Transaction.ts"

type WriteFailure = ValidationFailed | ContactTaken | KeyReused | Unavailable

type Named = Pick<ContactWrite, "account_id" | "contact_id">

interface How {
  /** Says what would happen at this moment, failures included: writes and locks nothing. */
  readonly dry: boolean
}

// A contact may have tens of thousands of orders: some 10,000 a second are rewritten.
const erasureMillis = 20_000

/** What contact endpoints change. Each call is one transaction: all of it or nothing. */
export class WriteContacts extends Context.Service<
  WriteContacts,
  {
    readonly create: (
      write: ContactWrite,
      key: KeyedCall | null,
      how: How
    ) => Effect.Effect<ContactOutcome, WriteFailure>
    readonly change: (
      write: ContactWrite,
      key: KeyedCall | null,
      how: How
    ) => Effect.Effect<ContactOutcome, WriteFailure | NotFound>
    /** Makes `from` part of the contact. Contract: they are two. Repeated, `from` is not found any more. */
    readonly merge: (
      merge: ContactMerge,
      how: How
    ) => Effect.Effect<ContactOutcome, ValidationFailed | NotFound | Unavailable>
    /** Erases the contact, and gives it as it was. */
    readonly erase: (contact: Named, how: How) => Effect.Effect<ContactOutcome, NotFound | Unavailable>
  }
>()("tally/programs/contacts/WriteContacts") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const contacts = yield* Contacts
      const keys = yield* IdempotencyKeys
      const messages = yield* Messages
      const inOne = ({ dry }: How) => (dry ? readOnly(sql) : transact(sql))

      const store = Effect.fnUntraced(function* (decision: ContactDecision) {
        const { account_id, contact_id } = decision.contact
        yield* contacts.save(decision)
        if (decision.welcomed) {
          const key = `welcome|${yield* makeId("sms")}`
          yield* messages.record([welcomeMessage({ account_id, contact_id, key })])
        }
      })

      // What is decided under a key happens once; from then on its answer is all that comes.
      const once = Effect.fnUntraced(function* <E, R>(
        key: KeyedCall | null,
        { dry }: How,
        decide: Effect.Effect<ContactDecision, E, R>,
        outcomeOf: (decision: ContactDecision) => ContactOutcome
      ) {
        if (key !== null && !dry) yield* contacts.lock([keyName(key)])
        const now = yield* Clock.currentTimeMillis
        const [kept] = key === null ? [] : yield* keys.load([key], now)
        if (kept !== undefined) {
          return kept.digest === key?.digest ? plainOutcome("replayed", kept.answer) : yield* new KeyReused()
        }
        const decision = yield* decide
        const outcome = outcomeOf(decision)
        if (dry) return outcome
        yield* store(decision)
        const { contact_id } = decision.contact
        if (key !== null) yield* keys.save([{ ...key, answer: outcome.contact, contact_id, created_at: now }])
        return outcome
      })

      const decideCreation = Effect.fnUntraced(function* (write: ContactWrite, { dry }: How) {
        const { email = null, phone = null } = write.fields
        if (!dry) yield* contacts.lock(identityLocks({ account_id: write.account_id, email, phone }))
        const state = yield* contacts.state(write)
        return yield* Effect.fromResult(decideNewContact(yield* Clock.currentTimeMillis, write, state))
      })

      const decideChange = Effect.fnUntraced(function* (write: ContactWrite, { dry }: How) {
        const contact = yield* dry ? contacts.read(write) : contacts.hold(write, write.fields)
        const state = yield* contacts.state(write)
        return yield* Effect.fromResult(decideContact(yield* Clock.currentTimeMillis, write, contact, state))
      })

      const merging = Effect.fnUntraced(function* (merge: ContactMerge, { dry }: How) {
        const { account_id, from: other } = merge
        const { target, from } = yield* dry
          ? Effect.all({ target: contacts.read(merge), from: contacts.read({ account_id, contact_id: other }) })
          : contacts.holdBoth(merge)
        const decision = yield* Effect.fromResult(decideMerge(yield* Clock.currentTimeMillis, merge, target, from))
        if (dry) return contactOutcome("merged", decision)
        return contactOutcome("merged", { ...decision, contact: yield* contacts.merge(decision, other) })
      })

      const erasure = Effect.fnUntraced(function* (named: Named, { dry }: How) {
        const contact = yield* dry ? contacts.read(named) : contacts.hold(named, { orders: true })
        if (!dry) yield* contacts.erase(contact)
        return plainOutcome("erased", contactJson(contact))
      })

      const created = (decision: ContactDecision) => contactOutcome("created", decision)
      const changed = (decision: ContactDecision) =>
        decision.changed
          ? contactOutcome("changed", decision)
          : plainOutcome("unchanged", contactJson(decision.contact))

      return WriteContacts.of({
        create: Effect.fn("WriteContacts.create")((write, key, how) =>
          inOne(how)(once(key, how, decideCreation(write, how), created))
        ),
        change: Effect.fn("WriteContacts.change")((write, key, how) =>
          inOne(how)(once(key, how, decideChange(write, how), changed))
        ),
        merge: Effect.fn("WriteContacts.merge")((merge, how) => inOne(how)(merging(merge, how))),
        erase: Effect.fn("WriteContacts.erase")(function* (named, how) {
          if (!how.dry) yield* contacts.eraseMentions(yield* contacts.read(named))
          return yield* (how.dry ? readOnly(sql) : transactFor(sql, erasureMillis))(erasure(named, how))
        })
      })
    })
  )
}
