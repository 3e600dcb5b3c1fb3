import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Counts the contacts of all accounts again. Contacts that a statement writes without the functions of the database are not counted. */
export const recountContacts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`DELETE FROM contact_counts`
  yield* sql`INSERT INTO contact_counts (account_id, email_consent, sms_consent, slot, total)
    SELECT account_id, email_consent, sms_consent, 0, count(*) FROM contacts GROUP BY 1, 2, 3`
})
