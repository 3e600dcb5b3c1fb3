import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { Application, ApplicationInput } from "../../domain/accounts/Application.ts"
import type { Unavailable } from "../../domain/Errors.ts"
import type { ValidationFailed } from "../../domain/ValidationIssue.ts"
import { Applications } from "../../store/accounts/Applications.ts"
import { transactOnce } from "../../store/database/Transaction.ts"

/** Creates OAuth applications. */
export class CreateApplication extends Context.Service<
  CreateApplication,
  {
    /** Returns the secret, this one time, to the user `made_by`. An account has at most 100 applications, also when calls race. */
    readonly create: (
      account_id: string,
      input: ApplicationInput,
      made_by: string | null
    ) => Effect.Effect<Application & { readonly client_secret: string }, ValidationFailed | Unavailable>
  }
>()("tally/programs/accounts/CreateApplication") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const applications = yield* Applications
      return CreateApplication.of({
        create: (account_id, input, made_by) => transactOnce(sql)(applications.create(account_id, input, made_by))
      })
    })
  )
}
