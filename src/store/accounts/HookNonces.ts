import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import type { Unavailable } from "../../domain/Errors.ts"
import { queryOne } from "../database/query.ts"
import { Secrets } from "../database/Secrets.ts"
import { retried } from "../database/Transaction.ts"

const Nonces = Schema.Struct({ hook_nonce: Schema.NullOr(Schema.String), webhook_nonce: Schema.NullOr(Schema.String) })
type Nonces = typeof Nonces.Type

const queryNonces = queryOne(Nonces)
const neverRotated: Nonces = { hook_nonce: null, webhook_nonce: null }

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
    /** Replaces a nonce. Once it returns, every process uses the new one. */
    readonly rotate: (account_id: string, name: keyof Nonces) => Effect.Effect<Nonces, Unavailable>
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
        rotate: Effect.fn("HookNonces.rotate")(function* (account_id, name) {
          const nonce = yield* secrets.random(24, "base64url")
          return yield* nonces(sql`UPDATE accounts SET ${sql(name)} = ${nonce} WHERE account_id = ${account_id}
            RETURNING hook_nonce, webhook_nonce`)
        }, retried)
      })
    })
  )
}
