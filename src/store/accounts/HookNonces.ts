import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import type { Unavailable } from "../../domain/Errors.ts"
import { Secrets } from "../database/Secrets.ts"
import { retried } from "../database/Transaction.ts"

const Nonces = Schema.Struct({ hook_nonce: Schema.NullOr(Schema.String), webhook_nonce: Schema.NullOr(Schema.String) })
type Nonces = typeof Nonces.Type

const decode = Schema.decodeUnknownEffect(Schema.Array(Nonces))

/**
 * What the hook addresses (`hook_nonce`) and the webhook secret (`webhook_nonce`) of an account are made from, beside its id and the key;
 * null until they are first rotated. Random, so that a restored backup brings no address back that was rotated since.
 */
export class HookNonces extends Context.Service<
  HookNonces,
  {
    /** Those of an unknown account are null. */
    readonly read: (account_id: string) => Effect.Effect<Nonces, Unavailable>
    /** A new one, which holds on every process from the answer on. */
    readonly rotate: (account_id: string, name: keyof Nonces) => Effect.Effect<Nonces, Unavailable>
  }
>()("tally/store/accounts/HookNonces") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const secrets = yield* Secrets
      const one = (rows: Effect.Effect<unknown, SqlError.SqlError>) =>
        Effect.map(
          Effect.flatMap(rows, (found) => Effect.orDie(decode(found))),
          ([nonces = { hook_nonce: null, webhook_nonce: null }]) => nonces
        )
      return HookNonces.of({
        read: (account_id) =>
          retried(one(sql`SELECT hook_nonce, webhook_nonce FROM accounts WHERE account_id = ${account_id}`)),
        rotate: Effect.fn("HookNonces.rotate")(function* (account_id, name) {
          const nonce = yield* secrets.random(24, "base64url")
          return yield* one(sql`UPDATE accounts SET ${sql(name)} = ${nonce} WHERE account_id = ${account_id}
            RETURNING hook_nonce, webhook_nonce`)
        }, retried)
      })
    })
  )
}
