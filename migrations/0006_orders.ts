import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Orders, and the triggers that they gave flows. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // `platform`: what a connected shop reported, as JSON. `refunded`: what was paid back and is still in the total; null for an order that no
  // connected shop reported. `country`: of the shipping address, by which segments count without reading addresses.
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
    country text,
    accepts_email_marketing boolean,
    accepts_sms_marketing boolean,
    platform json,
    refunded numeric,
    deliveries int NOT NULL,
    attributed_message_id text,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, order_id),
    FOREIGN KEY (account_id, contact_id) REFERENCES contacts,
    FOREIGN KEY (account_id, integration_id) REFERENCES integrations
  )`
  yield* sql`ALTER TABLE orders ALTER email SET STATISTICS 0, ALTER phone SET STATISTICS 0, ALTER customer_id SET STATISTICS 0,
    ALTER discounts SET STATISTICS 0, ALTER tax_lines SET STATISTICS 0, ALTER line_items SET STATISTICS 0,
    ALTER billing_address SET STATISTICS 0, ALTER shipping_address SET STATISTICS 0, ALTER country SET STATISTICS 0,
    ALTER platform SET STATISTICS 0`
  yield* sql`CREATE INDEX orders_placed ON orders (account_id, placed_at, order_id)`
  // Conditions read figures of all contacts from this index alone, in the order of contact ids.
  yield* sql`CREATE INDEX orders_history ON orders (account_id, contact_id, placed_at, order_id)
    INCLUDE (currency, total, refunded, country, financial_status)`
  yield* sql`CREATE INDEX orders_attributed ON orders (account_id, attributed_message_id)
    WHERE attributed_message_id IS NOT NULL`
  // The name that the shop shows, such as #1001.
  yield* sql`CREATE INDEX orders_name ON orders (account_id, left(lower(ltrim(platform ->> 'name', '#')), 100))
    WHERE platform IS NOT NULL`

  yield* sql`
    CREATE FUNCTION shipping_country(address json) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $function$
      SELECT upper(substring(CASE WHEN json_typeof(address) = 'object' THEN address ->> 'country_code' END FROM '^[A-Za-z]{2}$'))
    $function$`

  yield* sql`CREATE TABLE flow_triggers (
    account_id text NOT NULL,
    type text NOT NULL,
    order_id bigint NOT NULL,
    occurrence int NOT NULL,
    contact_id text NOT NULL,
    occurred_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, type, order_id, occurrence)
  )`
  yield* sql`CREATE INDEX flow_triggers_occurred ON flow_triggers (occurred_at)`
})
