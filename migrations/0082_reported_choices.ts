import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Reports count unsubscriptions on the preference page as those by links. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`DROP INDEX IF EXISTS consent_log_reported`
  yield* sql`CREATE INDEX consent_log_reported ON consent_log (account_id, recorded_at)
    WHERE NOT refused AND (to_state = 'subscribed' OR cause IN ('unsubscribe_link', 'preference_page'))`
})
