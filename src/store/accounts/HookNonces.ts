import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import type { Unavailable } from "../../domain/Errors.ts"
import { queryOne } from "../sql/query.ts"
import { Secrets } from "../keys/Secrets.ts"
import { retried } from "../database/Transaction.ts"

const Nonces = Schema.Struct({ hook_nonce: Schema.NullOr(Schema.String), webhook_nonce: Schema.NullOr(Schema.String) })
type Nonces = typeof Nonces.Type

const queryNonces = queryOne(Nonces)
const neverRotated: Nonces = { hook_nonce: null, webhook_nonce: null }

const madeBy = { hook_nonce: "hook_made_by", webhook_nonce: "webhook_made_by" } as const

/** Replaces a nonce for the user `made_by`. Joins the open transaction. */
export const replaceNonce = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  secrets: Secrets["Service"],
  account_id: string,
  name: keyof Nonces,
  made_by: string | null
) {
  const nonce = yield* secrets.random(24, "base64url")
  return yield* sql`UPDATE accounts SET ${sql(name)} = ${nonce}, ${sql(madeBy[name])} = ${made_by}
    WHERE account_id = ${account_id} RETURNING hook_nonce, webhook_nonce`
})

/**
 * The random parts of an account's hook addresses (`hook_nonce`) and of its webhook secret (`webhook_nonce`), which also derive from the
 * account's id and the key. Null until first rotated. Random rather than counted, so that rotating after a restore from a backup
 * never repeats an address.
 */
export class HookNonces extends Context.Service<
  HookNonces,
  {
    /** For an unknown account both are null. */
    readonly read: (account_id: string) => Effect.Effect<Nonces, Unavailable>
    /** Replaces a nonce for the user `made_by`. Once it returns, every process uses the new one. */
    readonly rotate: (account_id: string, name: keyof Nonces, made_by: string) => Effect.Effect<Nonces, Unavailable>
  }
>()("tally/store/accounts/HookNonces") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const secrets = yield* Secrets
      const nonces = (statement: Effect.Effect<unknown, SqlError.SqlError>) =>
        Effect.map(queryNonces(statement), (row = neverRotated) => row)
      return HookNonces.of({
        read: (account_id) =>
          retried(nonces(sql`SELECT hook_nonce, webhook_nonce FROM accounts WHERE account_id = ${account_id}`)),
        rotate: (account_id, name, made_by) =>
          nonces(replaceNonce(sql, secrets, account_id, name, made_by)).pipe(
            retried,
            Effect.withSpan("HookNonces.rotate")
          )
      })
    })
  )
}
