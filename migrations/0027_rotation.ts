import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Who knows a secret, and what lets it be changed: the user a token or an application's secret was shown to, and per account a random
 * text that its hook addresses and its webhook secret are made from (null: as they were before it was first rotated). `heard_texts`
 * keeps which inbound texts were acted on, so that a repeated one changes nothing.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE bearer_tokens ADD made_by text`
  yield* sql`CREATE INDEX bearer_tokens_made_by ON bearer_tokens (account_id, made_by) WHERE made_by IS NOT NULL`
  yield* sql`ALTER TABLE applications ADD secret_made_by text`
  yield* sql`ALTER TABLE accounts ADD hook_nonce text, ADD webhook_nonce text`
  yield* sql`CREATE TABLE heard_texts (
    account_id text NOT NULL REFERENCES accounts,
    digest text NOT NULL,
    heard_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, digest)
  )`
  yield* sql`CREATE INDEX heard_texts_heard_at ON heard_texts (heard_at)`
})
