import { Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { Unavailable } from "../../domain/Errors.ts"
import { KeyedProvider } from "../../domain/mailReports/ReportKey.ts"
import { query, queryOne } from "../sql/query.ts"
import { Secrets } from "../keys/Secrets.ts"
import { retried } from "../database/Transaction.ts"

const queryKey = queryOne(Schema.Struct({ encrypted_key: Schema.String }))
const queryKeys = query(Schema.Struct({ provider: KeyedProvider, encrypted_key: Schema.String }))

/** The keys that check the signatures of an account's providers, at most one a provider; of `ses`, the topic of Amazon SNS, of `twilio`, its shared key. Stored encrypted. */
export class ReportKeys extends Context.Service<
  ReportKeys,
  {
    readonly read: (account_id: string, provider: KeyedProvider) => Effect.Effect<string | undefined, Unavailable>
    readonly list: (account_id: string) => Effect.Effect<ReadonlyMap<string, string>, Unavailable>
    readonly set: (account_id: string, provider: KeyedProvider, key: string) => Effect.Effect<void, Unavailable>
    /** Sets the key unless there is one, and gives the key that is set afterwards, also when calls race. */
    readonly setFirst: (account_id: string, provider: KeyedProvider, key: string) => Effect.Effect<string, Unavailable>
    /** Idempotent. */
    readonly remove: (account_id: string, provider: KeyedProvider) => Effect.Effect<void, Unavailable>
  }
>()("tally/store/mailReports/ReportKeys") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const secrets = yield* Secrets
      const place = (account_id: string, provider: KeyedProvider) => `${account_id}|report key|${provider}`
      const read = Effect.fnUntraced(function* (account_id: string, provider: KeyedProvider) {
        const row = yield* queryKey(sql`SELECT encrypted_key FROM report_keys
          WHERE account_id = ${account_id} AND provider = ${provider}`)
        return row && (yield* secrets.decrypt(row.encrypted_key, place(account_id, provider)))
      })
      const write = Effect.fnUntraced(function* (
        account_id: string,
        provider: KeyedProvider,
        key: string,
        onConflict: "replace" | "keep"
      ) {
        const encrypted = yield* secrets.encrypt(key, place(account_id, provider))
        const now = new Date(yield* Clock.currentTimeMillis)
        const conflict =
          onConflict === "keep"
            ? sql`DO NOTHING`
            : sql`DO UPDATE SET encrypted_key = excluded.encrypted_key, updated_at = excluded.updated_at`
        yield* sql`INSERT INTO report_keys (account_id, provider, encrypted_key, updated_at)
          VALUES (${account_id}, ${provider}, ${encrypted}, ${now}) ON CONFLICT (account_id, provider) ${conflict}`
      })
      return ReportKeys.of({
        read: (account_id, provider) => retried(read(account_id, provider)),
        list: Effect.fn("ReportKeys.list")(function* (account_id) {
          const rows = yield* queryKeys(sql`SELECT provider, encrypted_key FROM report_keys
            WHERE account_id = ${account_id} ORDER BY provider LIMIT 100`)
          const keys = yield* Effect.forEach(rows, ({ provider, encrypted_key }) =>
            Effect.map(secrets.decrypt(encrypted_key, place(account_id, provider)), (key) => [provider, key] as const)
          )
          return new Map(keys)
        }, retried),
        set: (account_id, provider, key) => retried(write(account_id, provider, key, "replace")),
        setFirst: Effect.fn("ReportKeys.setFirst")(function* (account_id, provider, key) {
          yield* write(account_id, provider, key, "keep")
          return (yield* read(account_id, provider)) ?? key
        }, retried),
        remove: (account_id, provider) =>
          sql`DELETE FROM report_keys WHERE account_id = ${account_id} AND provider = ${provider}`.pipe(
            retried,
            Effect.asVoid
          )
      })
    })
  )
}
