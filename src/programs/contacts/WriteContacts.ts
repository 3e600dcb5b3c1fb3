import { Clock, Context, DateTime, Effect, Layer } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { contactJson, type ContactOutcome, contactOutcome, plainOutcome } from "../../domain/contacts/contactJson.ts"
import {
  type ContactDecision,
  type ContactTaken,
  type ContactWrite,
  decideContact,
  decideNewContact
} from "../../domain/contacts/decideContact.ts"
import { type ContactMerge, decideMerge } from "../../domain/contacts/decideMerge.ts"
import { mergeTopics } from "../../domain/contacts/topicChoice.ts"
import { consentTriggers } from "../../domain/flows/consentTriggers.ts"
import { tagTriggers } from "../../domain/flows/tagTriggers.ts"
import type { NotFound, Unavailable } from "../../domain/Errors.ts"
import type { ValidationFailed } from "../../domain/ValidationIssue.ts"
import { makeId } from "../../domain/values/Id.ts"
import { type KeyedCall, keyName, KeyReused } from "../../domain/events/Idempotency.ts"
import { welcomeMessage } from "../../domain/messages/Message.ts"
import { EnrolContacts } from "../flows/EnrolContacts.ts"
import { Messages } from "../../outbound/sending/Messages.ts"
import { ContactConsents } from "../../store/contacts/ContactConsents.ts"
import { ContactTopics } from "../../store/contacts/ContactTopics.ts"
import { Contacts } from "../../store/contacts/Contacts.ts"
import { IdempotencyKeys } from "../../store/events/IdempotencyKeys.ts"
import { ShopCustomers } from "../../store/integrations/ShopCustomers.ts"
import { identityLocks } from "../../store/contacts/readContacts.ts"
import { eraseOwnTexts } from "./eraseOwnTexts.ts"
import { customerReports } from "./customerReports.ts"
import { readOnly, transact, transactFor, transactOnce } from "../../store/database/Transaction.ts"
import type { ContactNote } from "../../domain/contacts/ContactNote.ts"
import { ContactNotes } from "../../store/contacts/ContactNotes.ts"

type WriteFailure = ValidationFailed | ContactTaken | KeyReused | Unavailable

type ContactRef = Pick<ContactWrite, "account_id" | "contact_id">

interface WriteOptions {
  /** Decides the call without writing or locking anything. */
  readonly dry: boolean
}

interface EraseOptions extends WriteOptions {
  /** What is written in the transaction of the erasure, at its end. */
  readonly also?: Effect.Effect<void, SqlError.SqlError>
}

// An erasure rewrites some 10,000 orders a second, and a contact may have tens of thousands.
const maxErasureMillis = 20_000

/** The writes of contact endpoints. Each call is one transaction. */
export class WriteContacts extends Context.Service<
  WriteContacts,
  {
    readonly create: (
      write: ContactWrite,
      key: KeyedCall | null,
      options: WriteOptions
    ) => Effect.Effect<ContactOutcome, WriteFailure>
    readonly change: (
      write: ContactWrite,
      key: KeyedCall | null,
      options: WriteOptions
    ) => Effect.Effect<ContactOutcome, WriteFailure | NotFound>
    /** Merges `from` into the contact. Requires two different ids. Repeated, it fails with `NotFound`. */
    readonly merge: (
      merge: ContactMerge,
      options: WriteOptions
    ) => Effect.Effect<ContactOutcome, ValidationFailed | NotFound | Unavailable>
    /** Erases the contact and gives it as it was. */
    readonly erase: (
      contact: ContactRef,
      options: EraseOptions
    ) => Effect.Effect<ContactOutcome, NotFound | Unavailable>
    /** Adds a note. Fails at the contact's limit of notes, also when calls race. */
    readonly addNote: (
      contact: { readonly account_id: string; readonly contact_id: string },
      author: { readonly id: string; readonly email: string | null },
      note: string
    ) => Effect.Effect<ContactNote, NotFound | ValidationFailed | Unavailable>
  }
>()("tally/programs/contacts/WriteContacts") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const contacts = yield* Contacts
      const takeReport = yield* customerReports
      const topics = yield* ContactTopics
      const keys = yield* IdempotencyKeys
      const messages = yield* Messages
      const flows = yield* EnrolContacts
      const inTransaction = ({ dry }: WriteOptions) => (dry ? readOnly(sql) : transact(sql))

      const save = Effect.fnUntraced(function* (decision: ContactDecision) {
        const { account_id, contact_id } = decision.contact
        yield* contacts.save(decision)
        const { contact, addedTags: tags } = decision
        const change = { source_id: yield* makeId("tag"), by_flow: false, occurred_at: contact.updated_at }
        yield* flows.enrol([
          ...consentTriggers(decision.ledger, [contact]),
          ...tagTriggers([{ contact, tags }], change)
        ])
        if (decision.changed) yield* flows.touch([contact])
        if (decision.sendsWelcome) {
          const key = `welcome|${yield* makeId("sms")}`
          yield* messages.record([welcomeMessage({ account_id, contact_id, key })])
        }
      })

      // An idempotency key runs its call once and replays the answer from then on.
      const idempotent = Effect.fnUntraced(function* <E, R>(
        key: KeyedCall | null,
        { dry }: WriteOptions,
        decide: Effect.Effect<ContactDecision, E, R>,
        outcomeOf: (decision: ContactDecision) => ContactOutcome
      ) {
        if (key !== null && !dry) yield* contacts.lock(key.account_id, [keyName(key)])
        const now = yield* Clock.currentTimeMillis
        const [stored] = key === null ? [] : yield* keys.load([key], now)
        if (stored !== undefined) {
          return stored.digest === key?.digest ? plainOutcome("replayed", stored.answer) : yield* new KeyReused()
        }
        const decision = yield* decide
        const outcome = outcomeOf(decision)
        if (dry) return outcome
        yield* save(decision)
        const { contact_id } = decision.contact
        if (key !== null) yield* keys.save([{ ...key, answer: outcome.contact, contact_id, created_at: now }])
        return outcome
      })

      const decideCreation = Effect.fnUntraced(function* (write: ContactWrite, { dry }: WriteOptions) {
        const { email = null, phone = null } = write.fields
        if (!dry) yield* contacts.lock(write.account_id, identityLocks({ account_id: write.account_id, email, phone }))
        const state = yield* contacts.state(write)
        const { write: current, save } = yield* takeReport(write, undefined, state)
        const decision = yield* Effect.fromResult(decideNewContact(yield* Clock.currentTimeMillis, current, state))
        yield* save(decision)
        return decision
      })

      const decideChange = Effect.fnUntraced(function* (write: ContactWrite, { dry }: WriteOptions) {
        const contact = yield* dry ? contacts.read(write) : contacts.lockContact(write, write.fields)
        const state = yield* contacts.state(write)
        const { write: current, save } = yield* takeReport(write, contact, state)
        const decision = yield* Effect.fromResult(
          decideContact(yield* Clock.currentTimeMillis, current, contact, state)
        )
        yield* save(decision)
        return decision
      })

      const decideAndMerge = Effect.fnUntraced(function* (merge: ContactMerge, { dry }: WriteOptions) {
        const { account_id, from: fromId } = merge
        const { target, from } = yield* dry
          ? Effect.all({ target: contacts.read(merge), from: contacts.read({ account_id, contact_id: fromId }) })
          : contacts.lockBoth(merge)
        const now = yield* Clock.currentTimeMillis
        const decision = yield* Effect.fromResult(decideMerge(now, merge, target, from))
        const left = yield* topics.read(account_id, [merge.contact_id, fromId])
        const { cause, actor } = merge
        const chosen = mergeTopics(left.get(merge.contact_id) ?? [], left.get(fromId) ?? [], {
          account_id,
          contact_id: merge.contact_id,
          cause,
          source_id: fromId,
          actor,
          effective_at: now,
          recorded_at: now
        })
        const merged = { ...decision, ledger: [...decision.ledger, ...chosen.ledger] }
        if (dry) return contactOutcome("merged", merged)
        yield* flows.touch([decision.contact])
        const contact = yield* contacts.merge(decision, fromId)
        yield* topics.save(contact, chosen)
        return contactOutcome("merged", { ...merged, contact })
      })

      const eraseContact = Effect.fnUntraced(function* (contactRef: ContactRef, { dry, also }: EraseOptions) {
        const contact = yield* dry ? contacts.read(contactRef) : contacts.lockContact(contactRef, { orders: true })
        if (!dry) yield* contacts.erase(contact)
        if (!dry && also !== undefined) yield* also
        return plainOutcome("erased", contactJson(contact))
      })

      const createdOutcome = (decision: ContactDecision) => contactOutcome("created", decision)
      const changedOutcome = (decision: ContactDecision) =>
        decision.changed
          ? contactOutcome("changed", decision)
          : plainOutcome("unchanged", contactJson(decision.contact))
      const notes = yield* ContactNotes
      return WriteContacts.of({
        create: Effect.fn("WriteContacts.create")((write, key, options) =>
          inTransaction(options)(idempotent(key, options, decideCreation(write, options), createdOutcome))
        ),
        change: Effect.fn("WriteContacts.change")((write, key, options) =>
          inTransaction(options)(idempotent(key, options, decideChange(write, options), changedOutcome))
        ),
        merge: Effect.fn("WriteContacts.merge")((merge, options) =>
          inTransaction(options)(decideAndMerge(merge, options))
        ),
        erase: Effect.fn("WriteContacts.erase")(function* (contactRef, options) {
          if (!options.dry) {
            const contact = yield* contacts.read(contactRef)
            yield* contacts.eraseMentions(contact)
            yield* eraseOwnTexts(sql, contact)
          }
          return yield* (options.dry ? readOnly(sql) : transactFor(sql, maxErasureMillis))(
            eraseContact(contactRef, options)
          )
        }),
        addNote: Effect.fn("WriteContacts.addNote")(function* (contact, author, note) {
          const now = yield* Clock.currentTimeMillis
          const note_id = yield* makeId("not")
          const row = { ...contact, note_id, author_id: author.id, note, created_at: new Date(now) }
          yield* transactOnce(sql)(notes.add(row))
          return { id: note_id, note, author: author.email, created_at: DateTime.makeUnsafe(now) }
        })
      })
    })
  ).pipe(Layer.provide([ShopCustomers.layer, ContactConsents.layer, ContactNotes.layer, ContactTopics.layer]))
}
