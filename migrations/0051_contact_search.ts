import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { createWriteFunctions } from "./writeFunctions.ts"

// Lower case of the alphabets that PostgreSQL does not fold in every locale. Latin letters lose their accents first.
const upper = "АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЄІЇҐЂЈЉЊЋЏΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩØÆŒŁĐÞ"
const lower = upper.toLowerCase()

/**
 * The text that contacts are searched by, in a table of its own: orders update `contacts` often, and would write an index there each time.
 * The index holds hashes of three bytes each, which include the account, and no text.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE contact_search (
    account_id text NOT NULL,
    contact_id text NOT NULL,
    words text NOT NULL,
    PRIMARY KEY (account_id, contact_id)
  )`
  yield* sql`ALTER TABLE contact_search ALTER words SET STATISTICS 0`
  yield* sql`${sql.literal(`CREATE FUNCTION search_fold(source text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $function$
    SELECT lower(translate(regexp_replace(normalize(source, NFKD), '[\u0300-\u036f''’\`´]', '', 'g'), '${upper}', '${lower}') COLLATE "C")
  $function$`)}`
  yield* sql`${sql.literal(`CREATE FUNCTION search_words(email text, phone text, first_name text, last_name text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $function$
    SELECT left(' ' || search_fold(concat_ws(' ', first_name, last_name, email, ltrim(phone, '+'))), 600)
  $function$`)}`
  yield* sql`${sql.literal(`CREATE FUNCTION search_grams(account text, words text) RETURNS int[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $function$
    DECLARE
      bytes bytea := convert_to(words, 'UTF8');
      base bigint := hashtext(account)::bigint << 24;
      piece int;
      grams int[] := '{}';
    BEGIN
      IF length(bytes) < 3 THEN
        RETURN grams;
      END IF;
      piece := get_byte(bytes, 0) << 8 | get_byte(bytes, 1);
      FOR place IN 2 .. length(bytes) - 1 LOOP
        piece := (piece << 8 | get_byte(bytes, place)) & 16777215;
        grams[place - 1] := hashint8(base | piece);
      END LOOP;
      RETURN grams;
    END
  $function$`)}`
  // Writers wait, so that each contact is either copied here or indexed by the new functions.
  yield* sql`LOCK TABLE contacts IN SHARE ROW EXCLUSIVE MODE`
  yield* sql`INSERT INTO contact_search (account_id, contact_id, words)
    SELECT account_id, contact_id, search_words(email, phone, first_name, last_name) FROM contacts`
  // `SearchIndexLayer` merges its pending list each second, so that writers seldom do. The list is bounded, since a search reads all of it.
  yield* sql`CREATE INDEX contact_search_grams ON contact_search USING gin (search_grams(account_id, words))
    WITH (gin_pending_list_limit = 4096)`
  yield* createWriteFunctions
})
