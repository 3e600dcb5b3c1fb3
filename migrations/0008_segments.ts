import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Segments of contacts. */
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
  // A JSON number as JavaScript reads it: one out of range is zero or infinite, for which a cast fails.
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
