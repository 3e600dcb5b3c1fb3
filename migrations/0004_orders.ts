import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Orders, and what they give flows to start from. Free-form members are json, which keeps their text; jsonb would not. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE orders (
    account_id text NOT NULL,
    order_id bigint NOT NULL,
    contact_id text,
    integration_id text,
    email text,
    phone text,
    total numeric NOT NULL,
    currency text NOT NULL,
    placed_at timestamptz NOT NULL,
    customer_id text,
    subtotal numeric,
    total_items bigint,
    financial_status text,
    fulfillment_status text,
    shipment_status text,
    discounts json,
    tax_lines json,
    line_items json,
    billing_address json,
    shipping_address json,
    accepts_email_marketing boolean,
    accepts_sms_marketing boolean,
    deliveries int NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, order_id),
    FOREIGN KEY (account_id, contact_id) REFERENCES contacts,
    FOREIGN KEY (account_id, integration_id) REFERENCES integrations
  )`
  yield* sql`CREATE INDEX orders_contact ON orders (account_id, contact_id, placed_at)`
  yield* sql`CREATE TABLE flow_triggers (
    account_id text NOT NULL,
    type text NOT NULL,
    order_id bigint NOT NULL,
    occurrence int NOT NULL,
    contact_id text NOT NULL,
    occurred_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, type, order_id, occurrence)
  )`
})
