import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Businesses, the people who run them, and how those people sign in. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE accounts (
    account_id text PRIMARY KEY,
    parent_id text REFERENCES accounts,
    name text NOT NULL,
    default_country text NOT NULL DEFAULT 'US',
    timezone text NOT NULL DEFAULT 'UTC',
    limit_per_minute int NOT NULL DEFAULT 60,
    limit_per_day int NOT NULL DEFAULT 10000,
    created_at timestamptz NOT NULL
  )`
  yield* sql`CREATE INDEX accounts_parent ON accounts (parent_id, created_at) WHERE parent_id IS NOT NULL`
  yield* sql`CREATE TABLE users (
    user_id text PRIMARY KEY,
    email text NOT NULL,
    email_key text NOT NULL UNIQUE,
    password_hash text,
    operator boolean NOT NULL DEFAULT false,
    created_at timestamptz NOT NULL
  )`
  yield* sql`CREATE TABLE memberships (
    account_id text NOT NULL REFERENCES accounts,
    user_id text NOT NULL REFERENCES users,
    role text NOT NULL CHECK (role IN ('owner', 'member')),
    created_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, user_id)
  )`
  yield* sql`CREATE INDEX memberships_user ON memberships (user_id)`
  yield* sql`CREATE TABLE sessions (
    digest text PRIMARY KEY,
    user_id text NOT NULL REFERENCES users,
    created_at timestamptz NOT NULL,
    seen_at timestamptz NOT NULL
  )`
  yield* sql`CREATE INDEX sessions_user ON sessions (user_id)`
  yield* sql`CREATE TABLE setup_links (
    digest text PRIMARY KEY,
    user_id text REFERENCES users,
    expires_at timestamptz NOT NULL,
    used_at timestamptz
  )`
})
