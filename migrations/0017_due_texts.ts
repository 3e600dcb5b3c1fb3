import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** The queue of texts, in an index of its own: each look for due texts would else read all e-mails that wait. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE INDEX messages_due_texts ON messages (account_id, due_at) WHERE channel = 'sms' AND status IN ('queued', 'held')`
})
