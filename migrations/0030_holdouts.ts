import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Who gets no marketing for comparison, and skipped messages by reason. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // `holdout_since`: when the share was last changed; null without a holdout.
  yield* sql`ALTER TABLE accounts ADD holdout_percent smallint NOT NULL DEFAULT 0, ADD holdout_since timestamptz`
  yield* sql`ALTER TABLE flows ADD holdout_percent smallint NOT NULL DEFAULT 0, ADD holdout_since timestamptz`
  yield* sql`CREATE INDEX messages_skipped_flow ON messages (account_id, flow_id, message_id)
    WHERE flow_id IS NOT NULL AND status = 'skipped'`
  yield* sql`CREATE INDEX messages_skipped_campaign ON messages (account_id, campaign_id, message_id)
    WHERE campaign_id IS NOT NULL AND status = 'skipped'`
})
