import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * What lists of contacts read. Totals are kept by triggers, set-based, so that nothing that writes contacts can forget
 * them; sixteen slots, one a connection, keep writers of one account from waiting for each other. A slot alone means
 * nothing, their sum is exact.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE contact_counts (
    account_id text NOT NULL,
    email_consent text NOT NULL,
    sms_consent text NOT NULL,
    slot int NOT NULL,
    total bigint NOT NULL,
    PRIMARY KEY (account_id, email_consent, sms_consent, slot)
  ) WITH (fillfactor = 50)`
  yield* sql`INSERT INTO contact_counts
    SELECT account_id, email_consent, sms_consent, 0, count(*) FROM contacts GROUP BY 1, 2, 3`
  yield* sql`CREATE FUNCTION count_contacts() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP = 'INSERT' THEN
        INSERT INTO contact_counts AS kept
        SELECT account_id, email_consent, sms_consent, pg_backend_pid() % 16, count(*)
        FROM added GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
        ON CONFLICT (account_id, email_consent, sms_consent, slot) DO UPDATE SET total = kept.total + excluded.total;
      ELSIF TG_OP = 'DELETE' THEN
        INSERT INTO contact_counts AS kept
        SELECT account_id, email_consent, sms_consent, pg_backend_pid() % 16, -count(*)
        FROM gone GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
        ON CONFLICT (account_id, email_consent, sms_consent, slot) DO UPDATE SET total = kept.total + excluded.total;
      ELSE
        INSERT INTO contact_counts AS kept
        SELECT account_id, email_consent, sms_consent, pg_backend_pid() % 16, sum(step) FROM (
          SELECT account_id, email_consent, sms_consent, 1 AS step FROM added
          UNION ALL SELECT account_id, email_consent, sms_consent, -1 FROM gone
        ) moves GROUP BY 1, 2, 3 HAVING sum(step) <> 0 ORDER BY 1, 2, 3
        ON CONFLICT (account_id, email_consent, sms_consent, slot) DO UPDATE SET total = kept.total + excluded.total;
      END IF;
      RETURN NULL;
    END $$`
  yield* sql`CREATE TRIGGER contacts_added AFTER INSERT ON contacts
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_contacts()`
  yield* sql`CREATE TRIGGER contacts_changed AFTER UPDATE ON contacts
    REFERENCING OLD TABLE AS gone NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_contacts()`
  yield* sql`CREATE TRIGGER contacts_gone AFTER DELETE ON contacts
    REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION count_contacts()`
  // One index for every filter by consent: a page merges the heads of the at most 25 cells that the filter names.
  yield* sql`CREATE INDEX contacts_consent ON contacts (account_id, email_consent, sms_consent, contact_id)`
  yield* sql`CREATE INDEX contacts_updated ON contacts (account_id, updated_at)
    INCLUDE (contact_id, email_consent, sms_consent)`
})
