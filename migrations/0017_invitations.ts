import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** People who may act for an account once they use their one-time link. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE invitations (
    account_id text NOT NULL REFERENCES accounts,
    invitation_id text NOT NULL,
    email text NOT NULL,
    email_key text NOT NULL,
    role text NOT NULL CHECK (role IN ('owner', 'member')),
    digest text NOT NULL,
    expires_at timestamptz NOT NULL,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, invitation_id),
    UNIQUE (account_id, email_key)
  )`
  yield* sql`CREATE INDEX invitations_digest ON invitations (digest)`
})
