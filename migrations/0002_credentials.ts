import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** What callers present, and the budget they draw from. Secrets are kept as SHA-256, or encrypted where they can be revealed. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE bearer_tokens (
    account_id text NOT NULL REFERENCES accounts,
    token_id text NOT NULL,
    kind text NOT NULL CHECK (kind IN ('api', 'oauth')),
    name text NOT NULL,
    digest text NOT NULL UNIQUE,
    scopes text[] NOT NULL,
    application_id text,
    lifetime_seconds int,
    expires_at timestamptz,
    revoked_at timestamptz,
    last_used_at timestamptz,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, token_id)
  )`
  yield* sql`CREATE TABLE integrations (
    account_id text NOT NULL REFERENCES accounts,
    integration_id text NOT NULL,
    store_name text NOT NULL,
    store_url text NOT NULL,
    digest text NOT NULL,
    encrypted_token text NOT NULL,
    active boolean NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, integration_id),
    UNIQUE (account_id, digest)
  )`
  // A row is an account's budget, or under account_id '' that of a client address. Rewritten on every request.
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
})
