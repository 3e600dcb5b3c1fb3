import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Flows, their versions and their runs. A run is unique by its cause, so that nothing starts one twice. A run that ended
 * has `ended_at`; `step` is the one that comes next, `due_at` when, and `moves` fences: each move is made once.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE accounts ADD has_ready_flows boolean NOT NULL DEFAULT false,
    ADD is_test boolean NOT NULL DEFAULT false, ADD clock_offset bigint NOT NULL DEFAULT 0`
  yield* sql`CREATE TABLE flows (
    account_id text NOT NULL REFERENCES accounts,
    flow_id text NOT NULL,
    name text NOT NULL,
    status text NOT NULL CHECK (status IN ('active', 'paused')),
    version int NOT NULL,
    trigger_type text NOT NULL,
    event_type text,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, flow_id)
  )`
  yield* sql`CREATE INDEX flows_trigger ON flows (account_id, trigger_type, event_type) WHERE status = 'active'`
  yield* sql`CREATE TABLE flow_versions (
    account_id text NOT NULL,
    flow_id text NOT NULL,
    version int NOT NULL,
    definition json NOT NULL,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, flow_id, version),
    FOREIGN KEY (account_id, flow_id) REFERENCES flows
  )`
  yield* sql`CREATE TABLE flow_runs (
    account_id text NOT NULL,
    run_id text NOT NULL,
    flow_id text NOT NULL,
    version int NOT NULL,
    contact_id text NOT NULL,
    cause text NOT NULL CHECK (cause IN ('order_placed', 'order_received', 'event')),
    cause_key text NOT NULL,
    order_id bigint,
    event_id text,
    exit_on_purchase boolean NOT NULL,
    status text NOT NULL CHECK (status IN
      ('queued', 'running', 'waiting', 'held', 'completed', 'exited', 'failed')),
    reason text,
    step text,
    attempts int NOT NULL DEFAULT 0,
    moves int NOT NULL DEFAULT 0,
    due_at timestamptz NOT NULL,
    claimed_at timestamptz,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    ended_at timestamptz,
    PRIMARY KEY (account_id, run_id),
    UNIQUE (account_id, flow_id, cause_key),
    FOREIGN KEY (account_id, flow_id, version) REFERENCES flow_versions
  ) WITH (fillfactor = 80)`
  yield* sql`CREATE INDEX flow_runs_contact ON flow_runs (account_id, flow_id, contact_id, created_at)`
  yield* sql`CREATE INDEX flow_runs_purchase ON flow_runs (account_id, contact_id) WHERE exit_on_purchase AND ended_at IS NULL`
  yield* sql`CREATE INDEX flow_runs_due ON flow_runs (due_at) WHERE ended_at IS NULL`
})
