import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Senders beside that of the account, which campaigns and steps name, and the DKIM keys of their domains. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // What they share (postal address, layout, mail server) stays with the sender of the account.
  yield* sql`CREATE TABLE further_senders (
    account_id text NOT NULL,
    sender_id text NOT NULL,
    from_name text NOT NULL,
    from_email text NOT NULL,
    reply_to text,
    dns_check json,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, sender_id)
  )`
  // All senders at a domain are signed by one key.
  yield* sql`CREATE TABLE sender_keys (
    account_id text NOT NULL,
    domain text NOT NULL,
    selector text NOT NULL,
    public_key text NOT NULL,
    encrypted_key text NOT NULL,
    seen_at timestamptz,
    PRIMARY KEY (account_id, domain)
  )`
  // The columns stay for processes of the previous version.
  yield* sql`INSERT INTO sender_keys (account_id, domain, selector, public_key, encrypted_key, seen_at)
    SELECT account_id, dkim_domain, dkim_selector, dkim_public_key, encrypted_dkim_key, dkim_seen_at FROM senders
    WHERE dkim_domain IS NOT NULL AND dkim_selector IS NOT NULL AND dkim_public_key IS NOT NULL AND encrypted_dkim_key IS NOT NULL`
  // Null: the sender of the account.
  yield* sql`ALTER TABLE messages ADD sender_id text`
  yield* sql`ALTER TABLE campaigns ADD sender_id text`
})
