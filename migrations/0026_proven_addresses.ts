import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Whether an address is proven: `users.proven_at` is when a link that reached the address, or that the operator handed out, set the
 * password in force. Links say whether their use proves that, and who was shown them.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE users ADD proven_at timestamptz`
  yield* sql`UPDATE users SET proven_at = created_at WHERE operator`
  yield* sql`ALTER TABLE setup_links ADD proves boolean NOT NULL DEFAULT false, ADD made_by text`
  yield* sql`ALTER TABLE invitations ADD proves boolean NOT NULL DEFAULT false, ADD made_by text`
})
