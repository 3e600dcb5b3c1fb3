import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Accounts, the people who run them, and how those people sign in. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // A null nonce: hook addresses and the webhook secret were never rotated. `clock_offset`: milliseconds, of a test account. Null limits: none.
  yield* sql`CREATE TABLE accounts (
    account_id text PRIMARY KEY,
    parent_id text REFERENCES accounts,
    name text NOT NULL,
    default_country text NOT NULL DEFAULT 'US',
    timezone text NOT NULL DEFAULT 'UTC',
    language text,
    limit_per_minute int NOT NULL DEFAULT 60,
    limit_per_day int NOT NULL DEFAULT 10000,
    limit_subaccounts int NOT NULL DEFAULT 100,
    has_ready_flows boolean NOT NULL DEFAULT false,
    is_test boolean NOT NULL DEFAULT false,
    clock_offset bigint NOT NULL DEFAULT 0,
    hook_nonce text,
    hook_made_by text,
    webhook_nonce text,
    webhook_made_by text,
    messages_per_hour int,
    warm_up_start int,
    warm_up_growth int,
    warm_up_started_at timestamptz,
    frequency_cap int,
    created_at timestamptz NOT NULL
  )`
  yield* sql`CREATE INDEX accounts_parent ON accounts (parent_id, created_at) WHERE parent_id IS NOT NULL`
  // Each claim of due work reads the test accounts whose clocks were advanced.
  yield* sql`CREATE INDEX accounts_advanced ON accounts (account_id, clock_offset) WHERE clock_offset <> 0`

  // `proven_at`: when a link that reached the address, or that the operator handed out, set the password in force.
  yield* sql`CREATE TABLE users (
    user_id text PRIMARY KEY,
    email text NOT NULL,
    email_key text NOT NULL UNIQUE,
    password_hash text,
    operator boolean NOT NULL DEFAULT false,
    proven_at timestamptz,
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
  yield* sql`CREATE TABLE sign_in_attempts (
    digest text PRIMARY KEY,
    since timestamptz NOT NULL,
    attempts int NOT NULL
  )`
  yield* sql`CREATE INDEX sign_in_attempts_since ON sign_in_attempts (since)`

  // `proves`: whether the use of the link proves the address. `made_by`: the user who was shown the link.
  yield* sql`CREATE TABLE setup_links (
    digest text PRIMARY KEY,
    user_id text REFERENCES users,
    proves boolean NOT NULL DEFAULT false,
    made_by text,
    expires_at timestamptz NOT NULL,
    used_at timestamptz
  )`
  yield* sql`CREATE INDEX setup_links_user ON setup_links (user_id)`
  yield* sql`CREATE TABLE invitations (
    account_id text NOT NULL REFERENCES accounts,
    invitation_id text NOT NULL,
    email text NOT NULL,
    email_key text NOT NULL,
    role text NOT NULL CHECK (role IN ('owner', 'member')),
    digest text NOT NULL,
    proves boolean NOT NULL DEFAULT false,
    made_by text,
    expires_at timestamptz NOT NULL,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, invitation_id),
    UNIQUE (account_id, email_key)
  )`
  yield* sql`CREATE INDEX invitations_digest ON invitations (digest)`
})
