import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { type IdempotencyKey, keyRetention, type StoredResponse } from "../../domain/events/Idempotency.ts"
import { accountOf } from "../distributed/accountOf.ts"
import { rowsJson, texts } from "../sql/parameters.ts"
import { query } from "../sql/query.ts"
import { Millis, timeText } from "../sql/timestamps.ts"

const Row = Schema.Struct({
  account_id: Schema.String,
  operation: Schema.String,
  key: Schema.String,
  digest: Schema.String,
  answer: Schema.String,
  created_at: Millis
})

/** The first responses to idempotency keys. Every member joins the open transaction. */
export class IdempotencyKeys extends Context.Service<
  IdempotencyKeys,
  {
    /** The responses stored for the keys and not expired at `now`. Requires an advisory lock on each `keyName`. */
    readonly load: (
      keys: ReadonlyArray<IdempotencyKey>,
      now: number
    ) => Effect.Effect<ReadonlyArray<StoredResponse>, SqlError.SqlError>
    /** Stores responses, and replaces expired ones. */
    readonly save: (responses: ReadonlyArray<StoredResponse>) => Effect.Effect<void, SqlError.SqlError>
  }
>()("tally/store/events/IdempotencyKeys") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return IdempotencyKeys.of({
        load: (keys, now) =>
          keys.length === 0
            ? Effect.succeed([])
            : sql`
                SELECT k.account_id, k.operation, k.key, digest, answer, created_at FROM idempotency_keys k
                JOIN unnest(${texts(keys.map(({ account_id }) => account_id))},
                  ${texts(keys.map(({ operation }) => operation))}, ${texts(keys.map(({ key }) => key))})
                  AS r (account_id, operation, key)
                  ON k.account_id = ${accountOf(sql, keys)("r.account_id")} AND k.operation = r.operation AND k.key = r.key
                WHERE created_at > ${timeText(now - keyRetention)}::timestamptz
                ORDER BY k.account_id, k.operation, k.key`.pipe(query(Row)),
        save: (responses) =>
          responses.length === 0
            ? Effect.void
            : sql`
                INSERT INTO idempotency_keys (account_id, operation, key, digest, answer, contact_id, created_at)
                SELECT ${accountOf(sql, responses)("r.account_id")}, operation, key, digest, answer, contact_id, created_at
                FROM json_to_recordset(${rowsJson(
                  responses.map((response) => ({ ...response, created_at: timeText(response.created_at) }))
                )}::json) AS r (account_id text, operation text, key text, digest text, answer text,
                  contact_id text, created_at timestamptz)
                ON CONFLICT (account_id, operation, key) DO UPDATE SET digest = excluded.digest, answer = excluded.answer,
                  contact_id = excluded.contact_id, created_at = excluded.created_at`
      })
    })
  )
}
