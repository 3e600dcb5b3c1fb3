import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Segments of contacts, and what their conditions read of orders and events. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE segments (
    account_id text NOT NULL,
    segment_id text NOT NULL,
    name text NOT NULL,
    conditions json NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, segment_id)
  )`
  yield* sql`ALTER TABLE segments ALTER name SET STATISTICS 0, ALTER conditions SET STATISTICS 0`
  // Figures of all contacts are read from the indexes alone, in the order of contact ids.
  yield* sql`CREATE INDEX orders_spent ON orders (account_id, contact_id, placed_at) INCLUDE (currency, total)`
  yield* sql`DROP INDEX orders_contact`
  yield* sql`CREATE INDEX events_type ON events (account_id, event_type, contact_id, event_time)`
  // For documents with escapes that can't be read, as an earlier version may have kept some. `->` reads every escape.
  yield* sql`
    CREATE FUNCTION readable_json(document json) RETURNS json LANGUAGE plpgsql IMMUTABLE AS $function$
    BEGIN
      PERFORM document -> '';
      RETURN document;
    EXCEPTION WHEN OTHERS THEN
      RETURN NULL;
    END $function$`
  yield* sql`
    CREATE FUNCTION json_number(document text) RETURNS float8 LANGUAGE plpgsql IMMUTABLE AS $function$
    BEGIN
      RETURN document::float8;
    EXCEPTION WHEN numeric_value_out_of_range THEN
      RETURN CASE
        WHEN document ~ '[eE]-' OR document ~ '^-?0[.]' AND document !~ '[eE]' THEN 0
        WHEN document LIKE '-%' THEN '-Infinity'::float8
        ELSE 'Infinity'::float8
      END;
    END $function$`
})
