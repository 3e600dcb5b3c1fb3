import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * The functions of step 36 count contacts as they write them. Processes of an earlier version, which run on during a rolling upgrade, write
 * contacts without those functions: triggers still count such rows, one by one. A transaction that has called a function of step 36 is
 * exempt by its setting `tally.contacts_counted`, so no contact is counted twice. Without such processes the triggers count nothing; they
 * may be dropped.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const trigger of ["contacts_added", "contacts_changed", "contacts_gone"]) {
    yield* sql`DROP TRIGGER ${sql(trigger)} ON contacts`
  }
  yield* sql`CREATE OR REPLACE FUNCTION count_contacts() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO contact_counts AS kept
      SELECT account_id, email_consent, sms_consent, pg_backend_pid() % 16, sum(step) FROM (
        SELECT NEW.account_id, NEW.email_consent, NEW.sms_consent, 1 AS step WHERE TG_OP <> 'DELETE'
        UNION ALL SELECT OLD.account_id, OLD.email_consent, OLD.sms_consent, -1 WHERE TG_OP <> 'INSERT'
      ) moves GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
      ON CONFLICT (account_id, email_consent, sms_consent, slot) DO UPDATE SET total = kept.total + excluded.total;
      RETURN NULL;
    END $$`
  const isUncounted = sql`current_setting('tally.contacts_counted', true) IS DISTINCT FROM 'on'`
  yield* sql`CREATE TRIGGER contacts_added AFTER INSERT ON contacts
    FOR EACH ROW WHEN (${isUncounted}) EXECUTE FUNCTION count_contacts()`
  yield* sql`CREATE TRIGGER contacts_changed AFTER UPDATE ON contacts FOR EACH ROW
    WHEN ((OLD.email_consent, OLD.sms_consent) <> (NEW.email_consent, NEW.sms_consent) AND ${isUncounted})
    EXECUTE FUNCTION count_contacts()`
  yield* sql`CREATE TRIGGER contacts_gone AFTER DELETE ON contacts
    FOR EACH ROW WHEN (${isUncounted}) EXECUTE FUNCTION count_contacts()`
})
