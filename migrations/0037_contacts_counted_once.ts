import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const triggers = {
  contacts_added: "AFTER INSERT ON contacts REFERENCING NEW TABLE AS added",
  contacts_changed: "AFTER UPDATE ON contacts REFERENCING OLD TABLE AS gone NEW TABLE AS added",
  contacts_gone: "AFTER DELETE ON contacts REFERENCING OLD TABLE AS gone"
}

/**
 * The functions of step 36 count contacts as they write them. Processes of an earlier version, which run on during a rolling upgrade, write
 * contacts without these functions: for them the triggers remain. A transaction that has called a function of step 36 is exempt by its
 * setting `tally.contacts_counted`, so no contact is counted twice. Once no such process runs, the triggers can be dropped.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const [name, event] of Object.entries(triggers)) {
    yield* sql`DROP TRIGGER ${sql(name)} ON contacts`
    yield* sql`CREATE TRIGGER ${sql(name)} ${sql.literal(event)} FOR EACH STATEMENT
      WHEN (current_setting('tally.contacts_counted', true) IS DISTINCT FROM 'on') EXECUTE FUNCTION count_contacts()`
  }
})
