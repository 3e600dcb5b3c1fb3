import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Contacts, their totals, notes and search index. Columns of personal data have no statistics, since these hold sample values, which no
 * erasure reaches; lookups by them go through unique keys.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // `*_withdrawn_at` and `*_withdrawn_by` are both set or both null. Free-form members are json, which keeps their text; jsonb would not.
  yield* sql`CREATE TABLE contacts (
    account_id text NOT NULL,
    contact_id text NOT NULL,
    email text,
    email_key text,
    phone text,
    first_name text,
    last_name text,
    email_consent text NOT NULL,
    sms_consent text NOT NULL,
    email_withdrawn_at timestamptz,
    email_withdrawn_by text,
    sms_withdrawn_at timestamptz,
    sms_withdrawn_by text,
    tags json NOT NULL DEFAULT '[]',
    custom_fields json NOT NULL DEFAULT '{}',
    order_count int NOT NULL,
    first_order_at timestamptz,
    last_order_at timestamptz,
    last_click_message_id text,
    last_clicked_at timestamptz,
    paused_until timestamptz,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, contact_id),
    UNIQUE (account_id, email_key),
    UNIQUE (account_id, phone)
  ) WITH (fillfactor = 80)`
  yield* sql`ALTER TABLE contacts ALTER email SET STATISTICS 0, ALTER email_key SET STATISTICS 0, ALTER phone SET STATISTICS 0,
    ALTER first_name SET STATISTICS 0, ALTER last_name SET STATISTICS 0, ALTER tags SET STATISTICS 0,
    ALTER custom_fields SET STATISTICS 0, ALTER paused_until SET STATISTICS 0`
  // One index for every filter by consent: a page merges the heads of the at most 25 pairs of states that the filter names.
  yield* sql`CREATE INDEX contacts_consent ON contacts (account_id, email_consent, sms_consent, contact_id)`
  yield* sql`CREATE INDEX contacts_updated ON contacts (account_id, updated_at)
    INCLUDE (contact_id, email_consent, sms_consent)`
  // Contacts without an order come before all others, so that one comparison continues a page.
  yield* sql`CREATE INDEX contacts_last_order ON contacts
    (account_id, (coalesce(last_order_at, '-infinity'::timestamptz)), contact_id)`

  // Sixteen slots, one a connection, keep writers of one account from waiting for each other. The sum of the slots is the total.
  yield* sql`CREATE TABLE contact_counts (
    account_id text NOT NULL,
    email_consent text NOT NULL,
    sms_consent text NOT NULL,
    slot int NOT NULL,
    total bigint NOT NULL,
    PRIMARY KEY (account_id, email_consent, sms_consent, slot)
  ) WITH (fillfactor = 50)`

  // A table of its own: orders update contacts often, and would write an index there each time.
  yield* sql`CREATE TABLE contact_search (
    account_id text NOT NULL,
    contact_id text NOT NULL,
    words text NOT NULL,
    PRIMARY KEY (account_id, contact_id)
  )`
  yield* sql`ALTER TABLE contact_search ALTER words SET STATISTICS 0`
  // Hashes of three bytes each, which include the account: the index holds no text.
  yield* sql`
    CREATE FUNCTION search_grams(account text, words text) RETURNS int[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $function$
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
    $function$`
  // SearchIndexLayer merges the pending list each second, so that writers seldom do. It is bounded, since a search reads all of it.
  yield* sql`CREATE INDEX contact_search_grams ON contact_search USING gin (search_grams(account_id, words))
    WITH (gin_pending_list_limit = 4096)`

  yield* sql`CREATE TABLE contact_notes (
    account_id text NOT NULL,
    note_id text NOT NULL,
    contact_id text NOT NULL,
    author_id text NOT NULL,
    note text NOT NULL,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, note_id)
  )`
  yield* sql`ALTER TABLE contact_notes ALTER note SET STATISTICS 0`
  yield* sql`CREATE INDEX contact_notes_contact ON contact_notes (account_id, contact_id, note_id)`

  // Its one row says since when files of the embedded database hold erased rows.
  yield* sql`CREATE TABLE dead_rows (pending boolean PRIMARY KEY DEFAULT true CHECK (pending), since timestamptz NOT NULL)`
})
