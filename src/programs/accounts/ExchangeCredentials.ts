import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { accessTokenLifetime } from "../../domain/accounts/Application.ts"
import {
  type AccessToken,
  type GrantRequest,
  grantScopes,
  InvalidClient,
  type InvalidScope
} from "../../domain/accounts/ClientCredentials.ts"
import type { Unavailable } from "../../domain/Errors.ts"
import { Applications } from "../../store/accounts/Applications.ts"
import { Tokens } from "../../store/accounts/Tokens.ts"
import { digestOf, sameDigest } from "../../store/keys/Digest.ts"
import { transactOnce } from "../../store/database/Transaction.ts"

const clientForm = /^client_[0-9a-f]{32}$/

/** Exchanges client credentials for an access token (contract §8). */
export class ExchangeCredentials extends Context.Service<
  ExchangeCredentials,
  {
    /** Not throttled by client, since anyone who knows a client id could lock it out: the caller charges the client address. */
    readonly exchange: (request: GrantRequest) => Effect.Effect<AccessToken, InvalidClient | InvalidScope | Unavailable>
  }
>()("tally/programs/accounts/ExchangeCredentials") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const applications = yield* Applications
      const tokens = yield* Tokens

      const issue = Effect.fnUntraced(function* ({ client_id, client_secret, scope }: GrantRequest) {
        const client = yield* applications.lockClient(client_id)
        if (client === undefined || !sameDigest(client.secret_digest, digestOf(client_secret))) {
          return yield* new InvalidClient()
        }
        const scopes = yield* Effect.fromResult(grantScopes(scope, client.scopes))
        const { token, created_at } = yield* tokens.issueAccessToken(client, scopes)
        return {
          access_token: token,
          token_type: "Bearer" as const,
          expires_in: accessTokenLifetime,
          scope: scopes.join(" "),
          created_at: Math.floor(created_at / 1000)
        }
      })

      return ExchangeCredentials.of({
        exchange: Effect.fn("ExchangeCredentials.exchange")(function* (request) {
          // A malformed client id costs no query.
          if (!clientForm.test(request.client_id)) return yield* new InvalidClient()
          return yield* transactOnce(sql)(issue(request))
        })
      })
    })
  )
}
