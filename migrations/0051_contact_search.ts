import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { createWriteFunctions } from "./writeFunctions.ts"

// Lower case of the alphabets that PostgreSQL does not fold in every locale. Latin letters lose their accents first.
const upper = "АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЄІЇҐЂЈЉЊЋЏΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩØÆŒŁĐÞ"
const lower = upper.toLowerCase()

/**
 * The text that contacts are searched by, in a table of its own: orders update `contacts` often, and would write an index there each time.
 * The index holds hashes of three characters each, which include the account, and no text.
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
    DECLARE grams int[] := '{}';
    BEGIN
      FOR place IN 1 .. char_length(words) - 2 LOOP
        grams[place] := hashtext(account || substr(words, place, 3));
      END LOOP;
      RETURN grams;
    END
  $function$`)}`
  // Writers wait, so that each contact is either copied here or indexed by the new functions.
  yield* sql`LOCK TABLE contacts IN SHARE ROW EXCLUSIVE MODE`
  yield* sql`INSERT INTO contact_search (account_id, contact_id, words)
    SELECT account_id, contact_id, search_words(email, phone, first_name, last_name) FROM contacts`
  // A short pending list bounds the time in which one writer merges it, and what a search reads of it.
  yield* sql`CREATE INDEX contact_search_grams ON contact_search USING gin (search_grams(account_id, words))
    WITH (gin_pending_list_limit = 256)`
  yield* createWriteFunctions
})
