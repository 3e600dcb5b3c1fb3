import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Finds what has run out by its age, so that clearing it away reads only what goes. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE INDEX bearer_tokens_ended ON bearer_tokens (kind, (least(expires_at, revoked_at)))`
  yield* sql`CREATE INDEX flow_triggers_occurred ON flow_triggers (occurred_at)`
  yield* sql`CREATE INDEX webhook_deliveries_ended ON webhook_deliveries (updated_at) WHERE status <> 'queued'`
})
