import { Context, Effect, Layer, Result } from "effect"
import { SqlClient } from "effect/sql"
import { accessTokenLifetime } from "../../domain/accounts/Application.ts"
import type { Unavailable } from "../../domain/Errors.ts"
import { type AccessToken, grant, InvalidClient, type InvalidScope } from "../../domain/accounts/Grant.ts"
import { AccessTokens } from "../../store/accounts/AccessTokens.ts"
import { digestOf, sameDigest } from "../../store/database/Digest.ts"
import { transactOnce } from "../../store/database/Transaction.ts"

const clientForm = /^client_[0-9a-f]{32}$/

/** Client credentials for an access token (specification §4.4). */
export class ExchangeCredentials extends Context.Service<
  ExchangeCredentials,
  {
    /** Not throttled by client, or whoever knows its id could lock it out: the caller charges the client address. */
    readonly exchange: (
      credentials: { readonly client_id: string; readonly client_secret: string },
      scope: string
    ) => Effect.Effect<AccessToken, InvalidClient | InvalidScope | Unavailable>
  }
>()("tally/programs/accounts/ExchangeCredentials") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const tokens = yield* AccessTokens

      return ExchangeCredentials.of({
        exchange: Effect.fn("ExchangeCredentials.exchange")(function* ({ client_id, client_secret }, scope) {
          // What can't be a client is not looked up.
          if (!clientForm.test(client_id)) return yield* new InvalidClient()
          const issue = Effect.gen(function* () {
            const client = yield* tokens.client(client_id)
            if (client === undefined || !sameDigest(client.secret_digest, digestOf(client_secret))) {
              return yield* new InvalidClient()
            }
            const granted = grant(scope, client.scopes)
            if (Result.isFailure(granted)) return yield* granted.failure
            const { token, created_at } = yield* tokens.issue(client, granted.success)
            return {
              access_token: token,
              token_type: "Bearer" as const,
              expires_in: accessTokenLifetime,
              scope: granted.success.join(" "),
              created_at: Math.floor(created_at / 1000)
            }
          })
          return yield* transactOnce(sql)(issue)
        })
      })
    })
  )
}
