import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** OAuth applications, and the count of recent attempts to sign in. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE applications (
    account_id text NOT NULL REFERENCES accounts,
    application_id text NOT NULL,
    name text NOT NULL,
    client_id text NOT NULL UNIQUE,
    secret_digest text NOT NULL,
    scopes text[] NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, application_id)
  )`
  // An application takes its tokens along, also those issued while it is deleted.
  yield* sql`ALTER TABLE bearer_tokens ADD FOREIGN KEY (account_id, application_id) REFERENCES applications ON DELETE CASCADE`
  yield* sql`CREATE INDEX bearer_tokens_application ON bearer_tokens (account_id, application_id, expires_at)
    WHERE application_id IS NOT NULL`
  yield* sql`CREATE TABLE sign_in_attempts (
    digest text PRIMARY KEY,
    since timestamptz NOT NULL,
    attempts int NOT NULL
  )`
  yield* sql`CREATE INDEX sign_in_attempts_since ON sign_in_attempts (since)`
})
