import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Webhook deliveries: one row per stable key, what it says fixed when it is written, and a log of every try. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE webhook_deliveries (
    account_id text NOT NULL REFERENCES accounts,
    delivery_id text NOT NULL,
    key text NOT NULL,
    contact_id text NOT NULL,
    flow_id text NOT NULL,
    run_id text NOT NULL,
    step_id text NOT NULL,
    url text NOT NULL,
    payload text NOT NULL,
    status text NOT NULL CHECK (status IN ('queued', 'delivered', 'failed')),
    attempts int NOT NULL DEFAULT 0,
    due_at timestamptz NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, delivery_id),
    UNIQUE (account_id, key)
  )`
  yield* sql`CREATE INDEX webhook_deliveries_due ON webhook_deliveries (account_id, due_at) WHERE status = 'queued'`
  yield* sql`CREATE INDEX webhook_deliveries_contact ON webhook_deliveries (account_id, contact_id)`
  yield* sql`CREATE TABLE webhook_attempts (
    account_id text NOT NULL,
    delivery_id text NOT NULL,
    attempt_id bigint GENERATED ALWAYS AS IDENTITY,
    status int,
    reason text,
    attempted_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, delivery_id, attempt_id),
    FOREIGN KEY (account_id, delivery_id) REFERENCES webhook_deliveries ON DELETE CASCADE
  )`
})
