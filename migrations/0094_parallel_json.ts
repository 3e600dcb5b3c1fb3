import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Decides whether PostgreSQL can read the escapes of a document by their text instead of by an error: workers of one statement can't
 * catch errors, so it ran on one processor. An escaped backslash begins no escape; a surrogate is readable in a pair alone.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE OR REPLACE FUNCTION readable_json(document json) RETURNS json LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $function$
      SELECT CASE
        WHEN document::text !~ '\\\\u(0000|[dD][89a-fA-F])' THEN document
        WHEN regexp_replace(replace(document::text, '\\\\', ' '),
          '\\\\u[dD][89abAB][0-9a-fA-F]{2}\\\\u[dD][c-fC-F][0-9a-fA-F]{2}', ' ', 'g') ~ '\\\\u(0000|[dD][89a-fA-F])' THEN NULL
        ELSE document
      END
    $function$`
})
