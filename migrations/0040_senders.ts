import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * The sender of each account: its profile, whether it may send from `EMAIL_FROM`, its own mail server and its DKIM key. `version`
 * counts the changes. The oldest business keeps `EMAIL_FROM`, which every account sent from before.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE senders (
    account_id text PRIMARY KEY REFERENCES accounts,
    from_name text,
    from_email text,
    reply_to text,
    postal_address text,
    logo_url text,
    color text,
    shared_address boolean NOT NULL DEFAULT false,
    encrypted_smtp_url text,
    smtp_host text,
    dkim_domain text,
    dkim_selector text,
    dkim_public_key text,
    encrypted_dkim_key text,
    dkim_seen_at timestamptz,
    version int NOT NULL DEFAULT 1,
    updated_at timestamptz NOT NULL
  )`
  yield* sql`INSERT INTO senders (account_id, shared_address, updated_at)
    SELECT account_id, true, created_at FROM accounts WHERE parent_id IS NULL ORDER BY created_at, account_id LIMIT 1`
})
