import { Clock, Context, DateTime, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { ContactNote } from "../../domain/contacts/ContactNote.ts"
import type { NotFound, Unavailable } from "../../domain/Errors.ts"
import type { ValidationFailed } from "../../domain/ValidationIssue.ts"
import { makeId } from "../../domain/values/Id.ts"
import { ContactNotes } from "../../store/contacts/ContactNotes.ts"
import { transactOnce } from "../../store/database/Transaction.ts"

/** Adds a note to a contact. Fails at the contact's limit of notes, also when calls race. */
export class AddNote extends Context.Service<
  AddNote,
  {
    readonly add: (
      contact: { readonly account_id: string; readonly contact_id: string },
      author: { readonly id: string; readonly email: string | null },
      note: string
    ) => Effect.Effect<ContactNote, NotFound | ValidationFailed | Unavailable>
  }
>()("tally/programs/contacts/AddNote") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const notes = yield* ContactNotes
      return AddNote.of({
        add: Effect.fn("AddNote.add")(function* (contact, author, note) {
          const now = yield* Clock.currentTimeMillis
          const note_id = yield* makeId("not")
          const row = { ...contact, note_id, author_id: author.id, note, created_at: new Date(now) }
          yield* transactOnce(sql)(notes.add(row))
          return { id: note_id, note, author: author.email, created_at: DateTime.makeUnsafe(now) }
        })
      })
    })
  )
}
