import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Reports about sent messages: deliveries, bounces, complaints, clicks of people and machines. `event_key` makes
 * a repeated report the same row.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE message_events (
    account_id text NOT NULL,
    message_id text NOT NULL,
    event_key text NOT NULL,
    kind text NOT NULL CHECK (kind IN ('delivered', 'soft_bounced', 'bounced', 'refused', 'complained', 'clicked')),
    at timestamptz NOT NULL,
    clicked_by text CHECK (clicked_by IN ('person', 'machine')),
    detail text,
    PRIMARY KEY (account_id, message_id, event_key)
  )`
  yield* sql`ALTER TABLE message_events ALTER detail SET STATISTICS 0`
})
