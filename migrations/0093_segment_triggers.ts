import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Flows that start when a contact enters a segment, whose id `flows.event_type` holds, and the contacts that each knows in it. `checked_conditions` tells
 * the segment and its conditions that the known contacts are of.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE flow_runs DROP CONSTRAINT flow_runs_cause_check`
  yield* sql`ALTER TABLE flow_runs ADD CONSTRAINT flow_runs_cause_check CHECK (cause IN ('order_placed', 'order_received',
    'event', 'subscribed', 'unsubscribed', 'no_order_for', 'tagged', 'date', 'entered_segment')) NOT VALID`
  yield* sql`ALTER TABLE flows ADD checked_conditions text`
  yield* sql`CREATE TABLE flow_segment_members (
    account_id text NOT NULL,
    flow_id text NOT NULL,
    contact_id text NOT NULL,
    PRIMARY KEY (account_id, flow_id, contact_id)
  )`
  yield* sql`CREATE INDEX flow_segment_members_contact ON flow_segment_members (account_id, contact_id)`
  yield* sql`CREATE INDEX flows_segments ON flows (checked_until) WHERE status = 'active' AND trigger_type = 'entered_segment'`
})
