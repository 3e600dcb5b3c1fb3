import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * The erasure of a connected store: when its next step is due, and the last contact that was checked. `made_contact` of a customer: the
 * contact was created by a report of the store. Of customers from before, a contact older than the connection is told by its time.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE integrations ADD erase_due_at timestamptz, ADD erase_cursor text`
  yield* sql`CREATE INDEX integrations_erasing ON integrations (erase_due_at) WHERE erase_due_at IS NOT NULL`
  yield* sql`ALTER TABLE store_customers ADD made_contact boolean NOT NULL DEFAULT true`
  yield* sql`ALTER TABLE store_customers ALTER made_contact SET DEFAULT false`
})
