import { Clock, Context, Effect, Layer } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { Keys } from "../database/Keys.ts"
import { keyedHash } from "../database/keyedHash.ts"

/** Inbound texts that were acted on, by the provider's id of each, kept as a keyed hash for `retention.receivedTexts`. */
export class ReceivedTexts extends Context.Service<
  ReceivedTexts,
  {
    /** Remembers the id; false when the account has heard it before. Of calls that race, one gets true. Joins the open transaction. */
    readonly remember: (account_id: string, source_id: string) => Effect.Effect<boolean, SqlError.SqlError>
  }
>()("tally/store/contacts/ReceivedTexts") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const hash = keyedHash(yield* Keys, "heard texts")
      return ReceivedTexts.of({
        remember: Effect.fnUntraced(function* (account_id, source_id) {
          const heard_at = new Date(yield* Clock.currentTimeMillis)
          const rows = yield* sql`INSERT INTO heard_texts (account_id, digest, heard_at)
            VALUES (${account_id}, ${hash(source_id)}, ${heard_at}) ON CONFLICT DO NOTHING RETURNING 1`
          return rows.length > 0
        })
      })
    })
  )
}
