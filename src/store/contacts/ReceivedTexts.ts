import { Clock, Effect } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { Keys } from "../keys/Keys.ts"
import { keyedHash } from "../keys/keyedHash.ts"

/** The provider's ids of inbound texts that were processed, as keyed hashes, kept for `retention.receivedTexts`. */
export interface ReceivedTexts {
  /** Adds an id; false if the account has it already. Of concurrent calls one gets true. Joins the open transaction. */
  readonly add: (account_id: string, source_id: string) => Effect.Effect<boolean, SqlError.SqlError>
}

export const makeReceivedTexts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const hash = keyedHash(yield* Keys, "heard texts")
  const part: ReceivedTexts = {
    add: Effect.fnUntraced(function* (account_id, source_id) {
      const received_at = new Date(yield* Clock.currentTimeMillis)
      const rows = yield* sql`INSERT INTO received_texts (account_id, digest, received_at)
        VALUES (${account_id}, ${hash(source_id)}, ${received_at}) ON CONFLICT DO NOTHING RETURNING 1`
      return rows.length > 0
    })
  }
  return part
})
