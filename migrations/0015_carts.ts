import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Carts, and the orders that platforms report with the token of a cart. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // `cart_id`: the caller's, or the platform's token. `cart_key` orders carts that changed at the same moment. A cart that was emptied keeps its
  // row without items, so that an older report changes nothing. `changed_*` and `owned_*`: the latest reports of the items and of the owner.
  yield* sql`CREATE TABLE carts (
    account_id text NOT NULL,
    cart_id text NOT NULL,
    cart_key text NOT NULL,
    source text NOT NULL,
    contact_id text,
    visitor_id text,
    stage text NOT NULL CHECK (stage IN ('cart', 'checkout')),
    item_count int NOT NULL,
    currency text,
    total numeric,
    line_items json,
    url text,
    token text,
    completed boolean NOT NULL,
    completed_order_id bigint,
    changed_at timestamptz NOT NULL,
    changed_rank text NOT NULL,
    owned_at timestamptz,
    owned_rank text,
    created_at timestamptz NOT NULL,
    written_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, cart_id),
    FOREIGN KEY (account_id, contact_id) REFERENCES contacts
  )`
  yield* sql`ALTER TABLE carts ALTER cart_id SET STATISTICS 0, ALTER visitor_id SET STATISTICS 0, ALTER line_items SET STATISTICS 0,
    ALTER url SET STATISTICS 0, ALTER token SET STATISTICS 0`
  yield* sql`CREATE INDEX carts_changed ON carts (account_id, changed_at, cart_key)`
  // Flows look for carts whose time has come, and for those that were reported late.
  yield* sql`CREATE INDEX carts_written ON carts (account_id, written_at) WHERE contact_id IS NOT NULL AND item_count > 0`
  yield* sql`CREATE INDEX carts_contact ON carts (account_id, contact_id) WHERE contact_id IS NOT NULL`

  // The order that ends the carts and checkouts with a token.
  yield* sql`CREATE TABLE cart_orders (
    account_id text NOT NULL,
    token text NOT NULL,
    order_id bigint NOT NULL,
    written_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, token)
  )`
  yield* sql`ALTER TABLE cart_orders ALTER token SET STATISTICS 0`
  yield* sql`CREATE INDEX cart_orders_written ON cart_orders (written_at)`

  // The cart that started a run and that its messages are about, as it was changed last at that time.
  yield* sql`ALTER TABLE flow_runs ADD cart_id text, ADD cart_changed_at timestamptz, DROP CONSTRAINT flow_runs_cause_check,
    ADD CONSTRAINT flow_runs_cause_check CHECK (cause IN ('order_placed', 'order_received', 'event', 'subscribed',
      'unsubscribed', 'no_order_for', 'tagged', 'date', 'entered_segment', 'cart_abandoned'))`
  yield* sql`ALTER TABLE messages ADD cart_id text, ADD cart_changed_at timestamptz`
  yield* sql`ALTER TABLE flow_runs ALTER cart_id SET STATISTICS 0`
  yield* sql`ALTER TABLE messages ALTER cart_id SET STATISTICS 0`
  yield* sql`CREATE INDEX flows_carts ON flows (checked_until) WHERE status = 'active' AND trigger_type = 'cart_abandoned'`
})
