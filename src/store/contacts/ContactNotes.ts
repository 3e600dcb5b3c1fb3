import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { quotas } from "../../domain/capacity/quotas.ts"
import type { ContactNote } from "../../domain/contacts/ContactNote.ts"
import { NotFound, type Unavailable } from "../../domain/Errors.ts"
import type { ValidationFailed } from "../../domain/ValidationIssue.ts"
import { texts } from "../sql/parameters.ts"
import { query } from "../sql/query.ts"
import { retried } from "../database/Transaction.ts"
import { withinQuota } from "../sql/withinQuota.ts"

const NoteRow = Schema.Struct({
  id: Schema.String,
  note: Schema.String,
  author_id: Schema.String,
  created_at: Schema.DateTimeUtcFromDate
})
const AuthorRow = Schema.Struct({ user_id: Schema.String, email: Schema.String })

interface NewNote {
  readonly account_id: string
  readonly contact_id: string
  readonly note_id: string
  readonly author_id: string
  readonly note: string
  readonly created_at: Date
}

// A merge adds the notes of the other contact to those of this one, beyond the quota.
const maxListed = 200

/** Notes about contacts. */
export class ContactNotes extends Context.Service<
  ContactNotes,
  {
    /** The newest notes of a contact, newest first; at most 200. */
    readonly list: (account_id: string, contact_id: string) => Effect.Effect<ReadonlyArray<ContactNote>, Unavailable>
    /** Joins the open transaction. Locks the contact, so that none is added to a contact that is being erased. */
    readonly add: (note: NewNote) => Effect.Effect<void, NotFound | ValidationFailed | SqlError.SqlError>
    /** Gives the note that it removed. */
    readonly remove: (account_id: string, note_id: string) => Effect.Effect<ContactNote, NotFound | Unavailable>
  }
>()("tally/store/contacts/ContactNotes") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const columns = sql`note_id AS id, note, author_id, created_at`
      // Users belong to several accounts, so they are read apart from the account's rows.
      const withAuthors = Effect.fnUntraced(function* (rows: ReadonlyArray<typeof NoteRow.Type>) {
        const authors = yield* retried(sql`SELECT user_id, email FROM users
          WHERE user_id = ANY(${texts([...new Set(rows.map(({ author_id }) => author_id))])})
          ORDER BY user_id LIMIT ${maxListed}`).pipe(query(AuthorRow))
        const emails = new Map(authors.map(({ user_id, email }) => [user_id, email]))
        return rows.map(({ author_id, ...row }) => ({ ...row, author: emails.get(author_id) ?? null }))
      })
      return ContactNotes.of({
        list: (account_id, contact_id) =>
          retried(sql`
            SELECT ${columns} FROM contact_notes
            WHERE account_id = ${account_id} AND contact_id = ${contact_id} ORDER BY note_id DESC LIMIT ${maxListed}`).pipe(
            query(NoteRow),
            Effect.flatMap(withAuthors)
          ),
        add: Effect.fnUntraced(function* ({ account_id, contact_id, note_id, author_id, note, created_at }) {
          yield* withinQuota(
            sql,
            account_id,
            quotas.contactNotes,
            sql`FROM contact_notes WHERE account_id = ${account_id} AND contact_id = ${contact_id}`
          )
          const found = yield* sql`SELECT 1 FROM contacts
            WHERE account_id = ${account_id} AND contact_id = ${contact_id} FOR KEY SHARE`
          if (found.length === 0) return yield* new NotFound()
          yield* sql`INSERT INTO contact_notes (account_id, note_id, contact_id, author_id, note, created_at)
            VALUES (${account_id}, ${note_id}, ${contact_id}, ${author_id}, ${note}, ${created_at})`
        }),
        remove: Effect.fnUntraced(function* (account_id, note_id) {
          const rows = yield* retried(sql`DELETE FROM contact_notes
            WHERE account_id = ${account_id} AND note_id = ${note_id} RETURNING ${columns}`).pipe(query(NoteRow))
          const [note] = yield* withAuthors(rows)
          return note ?? (yield* new NotFound())
        })
      })
    })
  )
}
