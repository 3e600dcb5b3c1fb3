import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { ApiToken, ApiTokenInput } from "../../domain/accounts/ApiToken.ts"
import type { NotFound, Unavailable } from "../../domain/Errors.ts"
import type { ValidationFailed } from "../../domain/ValidationIssue.ts"
import { Tokens } from "../../store/accounts/Tokens.ts"
import { transactOnce } from "../../store/database/Transaction.ts"

/** Creates and renews API tokens, each call in one transaction. */
export class ManageTokens extends Context.Service<
  ManageTokens,
  {
    /** Returns the secret, this one time, to the user `made_by`. An account has at most 25 active tokens, also when calls race. */
    readonly create: (
      account_id: string,
      input: ApiTokenInput,
      made_by: string | null
    ) => Effect.Effect<ApiToken & { readonly token: string }, ValidationFailed | Unavailable>
    /** Adds the original lifetime to the expiry; concurrent renewals add up. */
    readonly renew: (
      account_id: string,
      id: string
    ) => Effect.Effect<ApiToken, NotFound | ValidationFailed | Unavailable>
  }
>()("tally/programs/accounts/ManageTokens") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const tokens = yield* Tokens
      return ManageTokens.of({
        create: (account_id, input, made_by) => transactOnce(sql)(tokens.create(account_id, input, made_by)),
        renew: (account_id, id) => transactOnce(sql)(tokens.renew(account_id, id))
      })
    })
  )
}
