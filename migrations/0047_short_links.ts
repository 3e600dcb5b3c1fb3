import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Short links of texts. A click knows the code alone, so codes are in a table of their own, without personal data; the addresses, which
 * may hold some, are with the message and are erased with it.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE messages ADD COLUMN IF NOT EXISTS links text[]`
  yield* sql`ALTER TABLE messages ALTER links SET STATISTICS 0`
  yield* sql`CREATE TABLE short_links (
    code text PRIMARY KEY,
    account_id text NOT NULL,
    message_id text NOT NULL,
    place int NOT NULL,
    expires_at timestamptz NOT NULL
  )`
  yield* sql`CREATE INDEX short_links_expiry ON short_links (expires_at)`
})
