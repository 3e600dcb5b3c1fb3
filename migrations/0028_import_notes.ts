import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** The numbers of orders as people read them, and what imports left out. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE orders ADD order_number text`
  yield* sql`ALTER TABLE orders ALTER order_number SET STATISTICS 0`
  yield* sql`CREATE INDEX orders_number ON orders (account_id, left(lower(ltrim(order_number, '#')), 100))
    WHERE order_number IS NOT NULL`

  // Of the imported records, those with a cell that was left out, without an e-mail, and with a consent that was not taken.
  yield* sql`ALTER TABLE imports ADD cells_left_out int NOT NULL DEFAULT 0, ADD without_email int NOT NULL DEFAULT 0,
    ADD consents_not_taken int NOT NULL DEFAULT 0`
  // `place`: the place of the note among those of its record.
  yield* sql`CREATE TABLE import_notes (
    account_id text NOT NULL,
    import_id text NOT NULL,
    position int NOT NULL,
    place smallint NOT NULL,
    file_row int NOT NULL,
    kind text NOT NULL CHECK (kind IN ('failed', 'cell', 'no_email', 'consent')),
    field text NOT NULL,
    message text NOT NULL,
    email_key text,
    phone_digits text,
    PRIMARY KEY (account_id, import_id, position, place),
    FOREIGN KEY (account_id, import_id) REFERENCES imports ON DELETE CASCADE
  )`
  yield* sql`ALTER TABLE import_notes ALTER field SET STATISTICS 0, ALTER message SET STATISTICS 0,
    ALTER email_key SET STATISTICS 0, ALTER phone_digits SET STATISTICS 0`
  yield* sql`CREATE INDEX import_notes_kind ON import_notes (account_id, import_id, kind, position, place)`
  yield* sql`CREATE INDEX import_notes_email ON import_notes (account_id, email_key) WHERE email_key IS NOT NULL`
  yield* sql`CREATE INDEX import_notes_phone ON import_notes (account_id, phone_digits) WHERE phone_digits IS NOT NULL`
})
