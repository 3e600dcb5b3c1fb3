import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Messages: one row per stable key, from the decision to send to what became of it. `subject` and `body` hold the template
 * until the message goes out, then what went out. `attempts` fences: a sender that lost its lease can't mark the row.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE messages (
    account_id text NOT NULL REFERENCES accounts,
    message_id text NOT NULL,
    key text NOT NULL,
    contact_id text NOT NULL,
    channel text NOT NULL CHECK (channel IN ('email', 'sms')),
    purpose text NOT NULL CHECK (purpose IN ('flow', 'welcome', 'confirmation')),
    flow_id text,
    run_id text,
    step_id text,
    order_id bigint,
    event_id text,
    subject text,
    body text NOT NULL,
    recipient text,
    status text NOT NULL CHECK (status IN
      ('queued', 'held', 'sent', 'captured', 'failed', 'skipped', 'bounced', 'clicked')),
    reason text,
    attempts int NOT NULL DEFAULT 0,
    due_at timestamptz NOT NULL,
    sent_at timestamptz,
    clicked_at timestamptz,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, message_id),
    UNIQUE (account_id, key)
  )`
  yield* sql`CREATE INDEX messages_due ON messages (account_id, due_at) WHERE status IN ('queued', 'held')`
  yield* sql`CREATE INDEX messages_contact ON messages (account_id, contact_id, message_id)`
  yield* sql`CREATE INDEX messages_run ON messages (account_id, run_id, message_id) WHERE run_id IS NOT NULL`
  yield* sql`CREATE INDEX messages_flow ON messages (account_id, flow_id, message_id) WHERE flow_id IS NOT NULL`
  // The last click of a contact stands where an order reads it anyway; what it earned stands on the order.
  yield* sql`ALTER TABLE contacts ADD last_click_message_id text, ADD last_clicked_at timestamptz`
  yield* sql`ALTER TABLE orders ADD attributed_message_id text`
  yield* sql`CREATE INDEX orders_attributed ON orders (account_id, attributed_message_id)
    WHERE attributed_message_id IS NOT NULL`
})
