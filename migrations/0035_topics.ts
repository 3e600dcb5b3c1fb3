import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Topics: an account's kinds of marketing mail, which of them a contact left, and the one that a message is of. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // `topic_key` is the account's own name of the topic; `names`: its name by language.
  yield* sql`CREATE TABLE topics (
    account_id text NOT NULL,
    topic_key text NOT NULL,
    names json NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, topic_key)
  )`
  yield* sql`ALTER TABLE topics ALTER names SET STATISTICS 0`
  // What the lines of the ledger about topics add up to, so that no send reads them.
  yield* sql`ALTER TABLE contacts ADD left_topics json NOT NULL DEFAULT '[]'`
  yield* sql`ALTER TABLE contacts ALTER left_topics SET STATISTICS 0`
  // Null: the line is about a channel as a whole.
  yield* sql`ALTER TABLE consent_log ADD topic text`
  // Null: general marketing, or no marketing.
  yield* sql`ALTER TABLE messages ADD topic text`
  yield* sql`ALTER TABLE campaigns ADD topic text`
})
