import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { ApiToken, ApiTokenInput } from "../../domain/accounts/ApiToken.ts"
import type { NotFound, Unavailable } from "../../domain/Errors.ts"
import type { ValidationFailed } from "../../domain/ValidationIssue.ts"
import { Tokens } from "../../store/accounts/Tokens.ts"
import { transactOnce } from "../../store/database/Transaction.ts"
import { accessTokenLifetime, type Application, type ApplicationInput } from "../../domain/accounts/Application.ts"
import { Applications } from "../../store/accounts/Applications.ts"
import {
  type AccessToken,
  type GrantRequest,
  grantScopes,
  InvalidClient,
  type InvalidScope
} from "../../domain/accounts/ClientCredentials.ts"
import { digestOf, sameDigest } from "../../store/keys/Digest.ts"

const clientForm = /^client_[0-9a-f]{32}$/

/** Makes the tokens and applications of accounts, and exchanges the credentials of applications for access tokens. */
export class ManageCredentials extends Context.Service<
  ManageCredentials,
  {
    /** Returns the secret, this one time, to the user `made_by`. An account has at most 25 active tokens, also when calls race. */
    readonly createToken: (
      account_id: string,
      input: ApiTokenInput,
      made_by: string | null
    ) => Effect.Effect<ApiToken & { readonly token: string }, ValidationFailed | Unavailable>
    /** Adds the original lifetime to the expiry; concurrent renewals add up. */
    readonly renewToken: (
      account_id: string,
      id: string
    ) => Effect.Effect<ApiToken, NotFound | ValidationFailed | Unavailable>
    /** Returns the secret, this one time, to the user `made_by`. An account has at most 100 applications, also when calls race. */
    readonly createApplication: (
      account_id: string,
      input: ApplicationInput,
      made_by: string | null
    ) => Effect.Effect<Application & { readonly client_secret: string }, ValidationFailed | Unavailable>
    /** Not throttled by client, since anyone who knows a client id could lock it out: the caller charges the client address. */
    readonly exchange: (request: GrantRequest) => Effect.Effect<AccessToken, InvalidClient | InvalidScope | Unavailable>
  }
>()("tally/programs/accounts/ManageCredentials") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const tokens = yield* Tokens
      const applications = yield* Applications
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

      return ManageCredentials.of({
        createToken: (account_id, input, made_by) => transactOnce(sql)(tokens.create(account_id, input, made_by)),
        renewToken: (account_id, id) => transactOnce(sql)(tokens.renew(account_id, id)),
        createApplication: (account_id, input, made_by) =>
          transactOnce(sql)(applications.create(account_id, input, made_by)),
        exchange: Effect.fn("ManageCredentials.exchange")(function* (request) {
          // A malformed client id costs no query.
          if (!clientForm.test(request.client_id)) return yield* new InvalidClient()
          return yield* transactOnce(sql)(issue(request))
        })
      })
    })
  )
}
