import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Notes that members of an account write about a contact. They are erased with it. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE contact_notes (
    account_id text NOT NULL,
    note_id text NOT NULL,
    contact_id text NOT NULL,
    author_id text NOT NULL,
    note text NOT NULL,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, note_id)
  )`
  yield* sql`ALTER TABLE contact_notes ALTER note SET STATISTICS 0`
  yield* sql`CREATE INDEX contact_notes_contact ON contact_notes (account_id, contact_id, note_id)`
})
