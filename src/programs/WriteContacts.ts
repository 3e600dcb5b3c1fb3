import { Clock, Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { FullContact } from "../domain/Contact.ts"
import { contactAnswer } from "../domain/contactAnswer.ts"
import {
  type ContactDecision,
  type ContactTaken,
  type ContactWrite,
  decideContact,
  decideNewContact
} from "../domain/decideContact.ts"
import type { NotFound, Unavailable } from "../domain/Failure.ts"
import type { ValidationFailed } from "../domain/Fault.ts"
import { makeId } from "../domain/Id.ts"
import { type KeyedCall, KeyReused } from "../domain/Idempotency.ts"
import { welcomeMessage } from "../domain/Message.ts"
import { Messages } from "../messages/Messages.ts"
import { Contacts } from "../store/Contacts.ts"
import { IdempotencyKeys, keyName } from "../store/IdempotencyKeys.ts"
import { identityNames } from "../store/reads.ts"
import { transact } from "../store/Transaction.ts"

/** A contact as answered, JSON text; `replayed` when it is the first answer to the key again. */
export interface Written {
  readonly contact: string
  readonly replayed: boolean
}

type WriteFailure = ValidationFailed | ContactTaken | KeyReused | Unavailable

/** What contact endpoints change. Each call is one transaction: all of it or nothing. */
export class WriteContacts extends Context.Service<
  WriteContacts,
  {
    readonly create: (write: ContactWrite, key: KeyedCall | null) => Effect.Effect<Written, WriteFailure>
    readonly change: (write: ContactWrite, key: KeyedCall | null) => Effect.Effect<Written, WriteFailure | NotFound>
    /** Erases the contact, and gives it as it was. */
    readonly erase: (
      contact: Pick<ContactWrite, "account_id" | "contact_id">
    ) => Effect.Effect<FullContact, NotFound | Unavailable>
  }
>()("tally/programs/WriteContacts") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const contacts = yield* Contacts
      const keys = yield* IdempotencyKeys
      const messages = yield* Messages

      const once = Effect.fnUntraced(function* <E, R>(
        key: KeyedCall | null,
        work: Effect.Effect<ContactDecision, E, R>
      ) {
        if (key === null) return { contact: contactAnswer((yield* work).contact), replayed: false }
        yield* contacts.lock([keyName(key)])
        const now = yield* Clock.currentTimeMillis
        const [kept] = yield* keys.load([key], now)
        if (kept !== undefined) {
          if (kept.digest !== key.digest) return yield* new KeyReused()
          return { contact: kept.answer, replayed: true }
        }
        const { contact } = yield* work
        const answer = contactAnswer(contact)
        yield* keys.save([{ ...key, answer, contact_id: contact.contact_id, created_at: now }])
        return { contact: answer, replayed: false }
      })

      const store = Effect.fnUntraced(function* (decision: ContactDecision) {
        const { contact, changed, ledger, welcomed } = decision
        const { account_id, contact_id } = contact
        if (changed) yield* contacts.save(contact, ledger)
        if (welcomed) {
          const key = `welcome|${yield* makeId("sms")}`
          yield* messages.record([welcomeMessage({ account_id, contact_id, key })])
        }
        return decision
      })

      const create = Effect.fnUntraced(function* (write: ContactWrite) {
        const { email = null, phone = null } = write.fields
        yield* contacts.lock(identityNames({ account_id: write.account_id, email, phone }))
        const state = yield* contacts.state(write)
        const decided = decideNewContact(yield* Clock.currentTimeMillis, write, state)
        return yield* store(yield* Effect.fromResult(decided))
      })

      const change = Effect.fnUntraced(function* (write: ContactWrite) {
        const contact = yield* contacts.hold(write, write.fields)
        const state = yield* contacts.state(write)
        const decided = decideContact(yield* Clock.currentTimeMillis, write, contact, state)
        return yield* store(yield* Effect.fromResult(decided))
      })

      return WriteContacts.of({
        create: Effect.fn("WriteContacts.create")((write, key) => once(key, create(write)), transact(sql)),
        change: Effect.fn("WriteContacts.change")((write, key) => once(key, change(write)), transact(sql)),
        erase: Effect.fn("WriteContacts.erase")(function* (named) {
          const contact = yield* contacts.hold(named, { orders: true })
          yield* contacts.erase(contact)
          return contact
        }, transact(sql))
      })
    })
  )
}
