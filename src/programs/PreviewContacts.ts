import { Clock, Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { contactAnswer } from "../domain/contactAnswer.ts"
import { type ContactPreview, contactPreview, plainPreview } from "../domain/contactPreview.ts"
import { type ContactTaken, type ContactWrite, decideContact, decideNewContact } from "../domain/decideContact.ts"
import type { NotFound, Unavailable } from "../domain/Failure.ts"
import type { ValidationFailed } from "../domain/Fault.ts"
import { type KeyedCall, KeyReused } from "../domain/Idempotency.ts"
import { Contacts } from "../store/Contacts.ts"
import { IdempotencyKeys } from "../store/IdempotencyKeys.ts"
import { readOnly } from "../store/Transaction.ts"

type Failure = ValidationFailed | ContactTaken | KeyReused | Unavailable

/** What `WriteContacts` would do at this moment, failures included. Writes and locks nothing. */
export class PreviewContacts extends Context.Service<
  PreviewContacts,
  {
    readonly create: (write: ContactWrite, key: KeyedCall | null) => Effect.Effect<ContactPreview, Failure>
    readonly change: (write: ContactWrite, key: KeyedCall | null) => Effect.Effect<ContactPreview, Failure | NotFound>
    readonly erase: (
      contact: Pick<ContactWrite, "account_id" | "contact_id">
    ) => Effect.Effect<ContactPreview, NotFound | Unavailable>
  }
>()("tally/programs/PreviewContacts") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const contacts = yield* Contacts
      const keys = yield* IdempotencyKeys

      const once = Effect.fnUntraced(function* <E, R>(
        key: KeyedCall | null,
        work: Effect.Effect<ContactPreview, E, R>
      ) {
        const [kept] = key === null ? [] : yield* keys.load([key], yield* Clock.currentTimeMillis)
        if (kept === undefined) return yield* work
        return kept.digest === key?.digest ? plainPreview("replayed", kept.answer) : yield* new KeyReused()
      })

      const create = Effect.fnUntraced(function* (write: ContactWrite) {
        const state = yield* contacts.state(write)
        const decided = decideNewContact(yield* Clock.currentTimeMillis, write, state)
        return contactPreview("created", yield* Effect.fromResult(decided))
      })

      const change = Effect.fnUntraced(function* (write: ContactWrite) {
        const contact = yield* contacts.read(write)
        const state = yield* contacts.state(write)
        const decided = yield* Effect.fromResult(decideContact(yield* Clock.currentTimeMillis, write, contact, state))
        return decided.changed
          ? contactPreview("changed", decided)
          : plainPreview("unchanged", contactAnswer(decided.contact))
      })

      return PreviewContacts.of({
        create: (write, key) => readOnly(sql)(once(key, create(write))),
        change: (write, key) => readOnly(sql)(once(key, change(write))),
        erase: (named) => Effect.map(contacts.read(named), (contact) => plainPreview("erased", contactAnswer(contact)))
      })
    })
  )
}
