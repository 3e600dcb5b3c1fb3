import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** The credentials that calls present, the budget that they draw from, and the log of calls. Secrets are stored as SHA-256 digests. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE applications (
    account_id text NOT NULL REFERENCES accounts,
    application_id text NOT NULL,
    name text NOT NULL,
    client_id text NOT NULL UNIQUE,
    secret_digest text NOT NULL,
    secret_made_by text,
    scopes text[] NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, application_id)
  )`
  // Deleting an application deletes its tokens, also those issued in the meantime.
  yield* sql`CREATE TABLE bearer_tokens (
    account_id text NOT NULL REFERENCES accounts,
    token_id text NOT NULL,
    kind text NOT NULL CHECK (kind IN ('api', 'oauth')),
    name text NOT NULL,
    digest text NOT NULL UNIQUE,
    scopes text[] NOT NULL,
    application_id text,
    made_by text,
    lifetime_seconds int,
    expires_at timestamptz,
    revoked_at timestamptz,
    last_used_at timestamptz,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, token_id),
    FOREIGN KEY (account_id, application_id) REFERENCES applications ON DELETE CASCADE
  )`
  yield* sql`CREATE INDEX bearer_tokens_application ON bearer_tokens (account_id, application_id, expires_at)
    WHERE application_id IS NOT NULL`
  yield* sql`CREATE INDEX bearer_tokens_made_by ON bearer_tokens (account_id, made_by) WHERE made_by IS NOT NULL`
  yield* sql`CREATE INDEX bearer_tokens_ended ON bearer_tokens (kind, (least(expires_at, revoked_at)))`

  // A row is an account's budget, or under account_id '' that of a client address. Rewritten by every call.
  yield* sql`CREATE TABLE rate_windows (
    account_id text NOT NULL,
    address text NOT NULL,
    minute timestamptz NOT NULL,
    minute_used int NOT NULL,
    minute_limit int NOT NULL,
    day timestamptz NOT NULL,
    day_used int NOT NULL,
    day_limit int NOT NULL,
    granted int NOT NULL,
    PRIMARY KEY (account_id, address)
  ) WITH (fillfactor = 50)`

  // Calls without their content. `entry_id`: milliseconds, then 20 bits that tell calls of one millisecond apart, so that one key finds, orders
  // and expires entries.
  yield* sql`CREATE TABLE request_log (
    account_id text NOT NULL,
    entry_id bigint NOT NULL,
    duration_ms int NOT NULL,
    calls int NOT NULL,
    status smallint NOT NULL,
    request_id text NOT NULL,
    caller_id text NOT NULL,
    subaccount_id text,
    endpoint text NOT NULL,
    error_code text,
    fields text[],
    client text,
    PRIMARY KEY (account_id, entry_id)
  )`
  yield* sql`ALTER TABLE request_log ALTER request_id SET STATISTICS 0`
  // Updated every second while there are calls.
  yield* sql`CREATE TABLE request_days (
    account_id text NOT NULL,
    day date NOT NULL,
    caller_id text NOT NULL,
    endpoint text NOT NULL,
    calls bigint NOT NULL,
    limited bigint NOT NULL,
    last_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, day, caller_id, endpoint)
  ) WITH (fillfactor = 50)`
})
