import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** A change of an account that gave one contact a tag, not undone yet. */
export const seedBulkChange = Effect.fnUntraced(function* (account_id: string, contact_id = `con_${"2".repeat(26)}`) {
  const sql = yield* SqlClient.SqlClient
  const change_id = `imp_${"3".repeat(26)}`
  const changed = JSON.stringify({
    created: false,
    members: [{ member: "tag", name: "new", before: false, after: true }]
  })
  yield* sql`INSERT INTO bulk_change_contacts (account_id, change_id, contact_id, changed, entry_id, changed_at)
    VALUES (${account_id}, ${change_id}, ${contact_id}, ${changed}, 0, now())`
  yield* sql`INSERT INTO bulk_changes (account_id, change_id, kind, actor, contacts, leased_until, created_at, updated_at)
    VALUES (${account_id}, ${change_id}, 'import', 'usr_1', 1, now(), now(), now())`
  return { change_id, contact_id }
})
