import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** What erasure needs to reach every row of a person (contract §4). */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // What was remembered of an address before there was a contact, too: a STOP, a bounce or a complaint is no erasure.
  yield* sql`ALTER TABLE remembered_consents ADD cause text NOT NULL DEFAULT 'erasure'`
  // Whom a record is about: the e-mail as contacts are told apart by it, and the phone's digits as they were sent.
  yield* sql`ALTER TABLE import_records ADD email_key text, ADD phone_digits text`
  yield* sql`ALTER TABLE import_failures ADD email_key text, ADD phone_digits text`
  yield* sql`UPDATE import_records SET email_key = lower(trim(substring(body FROM '"email"\\s*:\\s*"([^"\\\\]{1,254})"'))),
    phone_digits = ltrim(regexp_replace(substring(body FROM '"phone"\\s*:\\s*"([^"\\\\]{1,40})"'), '\\D', '', 'g'), '0')`
  for (const table of ["import_records", "import_failures"]) {
    yield* sql`CREATE INDEX ${sql(`${table}_email`)} ON ${sql(table)} (account_id, email_key) WHERE email_key IS NOT NULL`
    yield* sql`CREATE INDEX ${sql(`${table}_phone`)} ON ${sql(table)} (account_id, phone_digits)
      WHERE phone_digits IS NOT NULL`
  }
  // The one row says since when files of the embedded database hold what was erased.
  yield* sql`CREATE TABLE dead_rows (pending boolean PRIMARY KEY DEFAULT true CHECK (pending), since timestamptz NOT NULL)`
  // For lists with escapes that can't be read, as an earlier version may have kept some: these go whole.
  yield* sql`
    CREATE FUNCTION known_members(items json, known text[]) RETURNS json LANGUAGE plpgsql IMMUTABLE AS $function$
    BEGIN
      RETURN (
        SELECT json_agg((
          SELECT coalesce(json_object_agg(member.key, member.value ORDER BY member.at), '{}')
          FROM json_each(item.value) WITH ORDINALITY AS member (key, value, at)
          WHERE member.key = ANY (known) AND json_typeof(member.value) IN ('string', 'number', 'null')
        ) ORDER BY item.at)
        FROM json_array_elements(items) WITH ORDINALITY AS item (value, at)
      );
    EXCEPTION WHEN OTHERS THEN
      RETURN NULL;
    END $function$`
})
