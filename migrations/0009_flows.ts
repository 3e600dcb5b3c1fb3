import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Flows, their versions and runs. A run is unique by its cause, so that nothing starts one twice. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // A deleted flow keeps its row, because its runs and messages stay in the history of contacts. `trigger_detail`: the event type, channel, tag,
  // duration, field or segment of the trigger. `notice`: the reason for which a server refused the flow's mail. `checked_*` and `checking_until`:
  // how far the contacts of a flow that starts without a call are checked.
  yield* sql`CREATE TABLE flows (
    account_id text NOT NULL,
    flow_id text NOT NULL,
    name text NOT NULL,
    status text NOT NULL CHECK (status IN ('active', 'paused')),
    version int NOT NULL,
    trigger_type text NOT NULL,
    trigger_detail text,
    notice text,
    notice_at timestamptz,
    notice_message_id text,
    checked_until timestamptz,
    checking_until timestamptz,
    checked_contact text,
    checked_conditions text,
    deleted_at timestamptz,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, flow_id)
  )`
  // Texts of the business may name a person, whom an erasure takes out of them.
  yield* sql`ALTER TABLE flows ALTER name SET STATISTICS 0, ALTER trigger_detail SET STATISTICS 0, ALTER notice SET STATISTICS 0`
  yield* sql`CREATE INDEX flows_trigger ON flows (account_id, trigger_type, trigger_detail) WHERE status = 'active'`
  yield* sql`CREATE INDEX flows_absence ON flows (checked_until) WHERE status = 'active' AND trigger_type = 'no_order_for'`
  yield* sql`CREATE INDEX flows_dates ON flows (checked_until) WHERE status = 'active' AND trigger_type = 'date'`
  yield* sql`CREATE INDEX flows_segments ON flows (checked_until) WHERE status = 'active' AND trigger_type = 'entered_segment'`
  yield* sql`CREATE TABLE flow_versions (
    account_id text NOT NULL,
    flow_id text NOT NULL,
    version int NOT NULL,
    definition json NOT NULL,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, flow_id, version),
    FOREIGN KEY (account_id, flow_id) REFERENCES flows
  )`
  yield* sql`ALTER TABLE flow_versions ALTER definition SET STATISTICS 0`

  // `step` is due at `due_at`; `moves` fences, so that each move is made once; `claims` counts the claims. `awaits`: the trigger that the run
  // waits for; `arrived`: it came. A run that ended has `ended_at`.
  yield* sql`CREATE TABLE flow_runs (
    account_id text NOT NULL,
    run_id text NOT NULL,
    flow_id text NOT NULL,
    version int NOT NULL,
    contact_id text NOT NULL,
    cause text NOT NULL CHECK (cause IN ('order_placed', 'order_received', 'event', 'subscribed', 'unsubscribed',
      'no_order_for', 'tagged', 'date', 'entered_segment')),
    cause_key text NOT NULL,
    order_id bigint,
    event_id text,
    exit_on_purchase boolean NOT NULL,
    status text NOT NULL CHECK (status IN
      ('queued', 'running', 'waiting', 'held', 'completed', 'exited', 'failed')),
    reason text,
    step text,
    awaits text,
    arrived boolean NOT NULL DEFAULT false,
    attempts int NOT NULL DEFAULT 0,
    moves int NOT NULL DEFAULT 0,
    claims int NOT NULL DEFAULT 0,
    due_at timestamptz NOT NULL,
    claimed_at timestamptz,
    ended_at timestamptz,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, run_id),
    UNIQUE (account_id, flow_id, cause_key),
    FOREIGN KEY (account_id, flow_id, version) REFERENCES flow_versions
  ) WITH (fillfactor = 80)`
  yield* sql`CREATE INDEX flow_runs_contact ON flow_runs (account_id, flow_id, contact_id, created_at)`
  yield* sql`CREATE INDEX flow_runs_purchase ON flow_runs (account_id, contact_id) WHERE exit_on_purchase AND ended_at IS NULL`
  yield* sql`CREATE INDEX flow_runs_awaits ON flow_runs (account_id, contact_id, awaits) WHERE awaits IS NOT NULL AND ended_at IS NULL`
  // Due runs are claimed by account, so that many of one account delay no other account's.
  yield* sql`CREATE INDEX flow_runs_due ON flow_runs (account_id, due_at) WHERE status IN ('queued', 'waiting')`
  yield* sql`CREATE INDEX flow_runs_running ON flow_runs (claimed_at) WHERE status = 'running'`
  yield* sql`CREATE INDEX flow_runs_flow ON flow_runs (account_id, flow_id, run_id) INCLUDE (status, created_at)`
  yield* sql`CREATE INDEX flow_runs_under_way ON flow_runs (account_id, flow_id, step, run_id) WHERE ended_at IS NULL`

  // Why an active flow with this trigger did not start.
  yield* sql`CREATE TABLE flow_rejections (
    account_id text NOT NULL,
    cause_key text NOT NULL,
    flow_id text NOT NULL,
    reason text NOT NULL CHECK (reason IN ('filters', 'entry', 'loop')),
    occurred_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, cause_key, flow_id)
  )`
  yield* sql`CREATE INDEX flow_rejections_occurred ON flow_rejections (occurred_at)`
  // The contacts that a flow with the trigger entered_segment knows in its segment.
  yield* sql`CREATE TABLE flow_segment_members (
    account_id text NOT NULL,
    flow_id text NOT NULL,
    contact_id text NOT NULL,
    PRIMARY KEY (account_id, flow_id, contact_id)
  )`
  yield* sql`CREATE INDEX flow_segment_members_contact ON flow_segment_members (account_id, contact_id)`
  // For reports. Slots spread concurrent entries of one step and hour over several rows.
  yield* sql`CREATE TABLE flow_step_entries (
    account_id text NOT NULL,
    flow_id text NOT NULL,
    step_id text NOT NULL,
    hour timestamptz NOT NULL,
    slot smallint NOT NULL,
    entered bigint NOT NULL,
    PRIMARY KEY (account_id, flow_id, step_id, hour, slot)
  ) WITH (fillfactor = 50)`
  yield* sql`CREATE INDEX flow_step_entries_hour ON flow_step_entries (account_id, hour)`
})
