import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Files that are taken in: how far each stands, the records that wait, and those that failed. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE imports (
    account_id text NOT NULL REFERENCES accounts,
    import_id text NOT NULL,
    kind text NOT NULL CHECK (kind IN ('orders', 'contacts')),
    status text NOT NULL CHECK (status IN ('uploading', 'running', 'finished', 'cancelled')),
    file_name text NOT NULL,
    file_size bigint NOT NULL,
    layout text NOT NULL,
    actor text NOT NULL,
    received int NOT NULL DEFAULT 0,
    received_bytes bigint NOT NULL DEFAULT 0,
    imported int NOT NULL DEFAULT 0,
    failed int NOT NULL DEFAULT 0,
    leased_until timestamptz NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, import_id)
  )`
  yield* sql`CREATE INDEX imports_running ON imports (account_id, updated_at) WHERE status = 'running'`
  yield* sql`CREATE INDEX imports_age ON imports (account_id, created_at)`
  yield* sql`CREATE TABLE import_records (
    account_id text NOT NULL,
    import_id text NOT NULL,
    position int NOT NULL,
    file_row int NOT NULL,
    body text NOT NULL,
    PRIMARY KEY (account_id, import_id, position),
    FOREIGN KEY (account_id, import_id) REFERENCES imports ON DELETE CASCADE
  )`
  yield* sql`CREATE TABLE import_failures (
    account_id text NOT NULL,
    import_id text NOT NULL,
    position int NOT NULL,
    file_row int NOT NULL,
    faults text NOT NULL,
    PRIMARY KEY (account_id, import_id, position),
    FOREIGN KEY (account_id, import_id) REFERENCES imports ON DELETE CASCADE
  )`
})
