import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Products that start flows: what runs and messages are about, who waits for a product, and who is told of a change of it. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // `old_price`: the price before it fell, where that started the run.
  yield* sql`ALTER TABLE flow_runs ADD product_id text, ADD variant_id text, ADD old_price numeric, DROP CONSTRAINT flow_runs_cause_check,
    ADD CONSTRAINT flow_runs_cause_check CHECK (cause IN ('order_placed', 'order_received', 'event', 'subscribed', 'unsubscribed',
      'no_order_for', 'tagged', 'date', 'entered_segment', 'cart_abandoned', 'product_viewed', 'back_in_stock', 'price_dropped'))`
  yield* sql`ALTER TABLE messages ADD product_id text, ADD variant_id text, ADD old_price numeric`
  yield* sql`ALTER TABLE flow_runs ALTER product_id SET STATISTICS 0, ALTER variant_id SET STATISTICS 0, ALTER old_price SET STATISTICS 0`
  yield* sql`ALTER TABLE messages ALTER product_id SET STATISTICS 0, ALTER variant_id SET STATISTICS 0, ALTER old_price SET STATISTICS 0`

  // `due_at`: when flows look at the change; null once they did. The default is for processes of the previous version.
  yield* sql`ALTER TABLE product_changes ADD due_at timestamptz`
  yield* sql`ALTER TABLE product_changes ALTER due_at SET DEFAULT now()`
  yield* sql`CREATE INDEX product_changes_due ON product_changes (account_id, due_at) WHERE due_at IS NOT NULL`

  // `variant_id`: empty for any. `run_id`: the run that was started to answer, `message_key`: the message that did.
  yield* sql`CREATE TABLE restock_requests (
    account_id text NOT NULL,
    product_id text NOT NULL,
    variant_id text NOT NULL,
    contact_id text NOT NULL,
    asked_at timestamptz NOT NULL,
    answered_at timestamptz,
    run_id text,
    message_key text,
    PRIMARY KEY (account_id, product_id, variant_id, contact_id),
    FOREIGN KEY (account_id, contact_id) REFERENCES contacts
  )`
  yield* sql`ALTER TABLE restock_requests ALTER product_id SET STATISTICS 0, ALTER variant_id SET STATISTICS 0, ALTER message_key SET STATISTICS 0`
  yield* sql`CREATE INDEX restock_requests_contact ON restock_requests (account_id, contact_id)`
  yield* sql`CREATE INDEX restock_requests_asked ON restock_requests (account_id, asked_at)`

  // Whom a flow is about to start for. `place`: the order of those who are due at one moment. `since`: when the contact asked, viewed or changed the cart.
  yield* sql`CREATE TABLE product_turns (
    account_id text NOT NULL,
    flow_id text NOT NULL,
    product_id text NOT NULL,
    contact_id text NOT NULL,
    variant_id text,
    old_price numeric,
    asked boolean NOT NULL,
    since timestamptz NOT NULL,
    happened_at timestamptz NOT NULL,
    place int NOT NULL,
    due_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, flow_id, product_id, contact_id),
    FOREIGN KEY (account_id, contact_id) REFERENCES contacts
  )`
  yield* sql`ALTER TABLE product_turns ALTER product_id SET STATISTICS 0, ALTER variant_id SET STATISTICS 0`
  yield* sql`CREATE INDEX product_turns_due ON product_turns (account_id, due_at)`
  yield* sql`CREATE INDEX product_turns_contact ON product_turns (account_id, contact_id)`

  yield* sql`CREATE INDEX product_views_product ON product_views (account_id, product_id, viewed_at) WHERE contact_id IS NOT NULL`
})
