import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Imports of files: their progress, the records that wait, and those that failed. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // The first `uploaded` bytes of the file, up to row `file_row`, are records. `lift_reason`: why the import may lift refusals of consent.
  yield* sql`CREATE TABLE imports (
    account_id text NOT NULL,
    import_id text NOT NULL,
    kind text NOT NULL CHECK (kind IN ('orders', 'contacts')),
    status text NOT NULL CHECK (status IN ('uploading', 'running', 'finished', 'cancelled')),
    file_name text NOT NULL,
    file_size bigint NOT NULL,
    layout text NOT NULL,
    lift_reason text,
    actor text NOT NULL,
    uploaded bigint NOT NULL DEFAULT 0,
    file_row int NOT NULL DEFAULT 0,
    received int NOT NULL DEFAULT 0,
    received_bytes bigint NOT NULL DEFAULT 0,
    imported int NOT NULL DEFAULT 0,
    failed int NOT NULL DEFAULT 0,
    leased_until timestamptz NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, import_id)
  )`
  yield* sql`ALTER TABLE imports ALTER file_name SET STATISTICS 0, ALTER layout SET STATISTICS 0, ALTER lift_reason SET STATISTICS 0`
  yield* sql`CREATE INDEX imports_running ON imports (account_id, updated_at) WHERE status = 'running'`
  yield* sql`CREATE INDEX imports_age ON imports (account_id, created_at)`

  // `email_key` and `phone_digits`, the digits as they were sent, find the rows of an erased contact.
  yield* sql`CREATE TABLE import_records (
    account_id text NOT NULL,
    import_id text NOT NULL,
    position int NOT NULL,
    file_row int NOT NULL,
    body text NOT NULL,
    email_key text,
    phone_digits text,
    PRIMARY KEY (account_id, import_id, position),
    FOREIGN KEY (account_id, import_id) REFERENCES imports ON DELETE CASCADE
  )`
  yield* sql`CREATE TABLE import_failures (
    account_id text NOT NULL,
    import_id text NOT NULL,
    position int NOT NULL,
    file_row int NOT NULL,
    body text,
    issues text NOT NULL,
    email_key text,
    phone_digits text,
    PRIMARY KEY (account_id, import_id, position),
    FOREIGN KEY (account_id, import_id) REFERENCES imports ON DELETE CASCADE
  )`
  yield* sql`ALTER TABLE import_records ALTER body SET STATISTICS 0, ALTER email_key SET STATISTICS 0,
    ALTER phone_digits SET STATISTICS 0`
  yield* sql`ALTER TABLE import_failures ALTER body SET STATISTICS 0, ALTER issues SET STATISTICS 0,
    ALTER email_key SET STATISTICS 0, ALTER phone_digits SET STATISTICS 0`
  for (const table of ["import_records", "import_failures"]) {
    yield* sql`CREATE INDEX ${sql(`${table}_email`)} ON ${sql(table)} (account_id, email_key) WHERE email_key IS NOT NULL`
    yield* sql`CREATE INDEX ${sql(`${table}_phone`)} ON ${sql(table)} (account_id, phone_digits)
      WHERE phone_digits IS NOT NULL`
  }
})
