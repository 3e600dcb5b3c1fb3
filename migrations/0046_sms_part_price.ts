import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** What an account's provider charges for one part of a text. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // Both null where no price is set.
  yield* sql`ALTER TABLE senders ADD sms_part_amount numeric, ADD sms_part_currency text`
})
