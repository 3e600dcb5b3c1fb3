import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { CustomIntegration, CustomIntegrationInput } from "../../domain/integrations/CustomIntegration.ts"
import type { Unavailable } from "../../domain/Errors.ts"
import type { ValidationFailed } from "../../domain/ValidationIssue.ts"
import { Integrations } from "../../store/integrations/Integrations.ts"
import { transactOnce } from "../../store/database/Transaction.ts"

/** Connects stores. */
export class CreateIntegration extends Context.Service<
  CreateIntegration,
  {
    /** By the user `made_by`. An account has at most 100 active integrations and 1,000 in all, also when calls race. */
    readonly create: (
      account_id: string,
      input: CustomIntegrationInput,
      made_by: string | null
    ) => Effect.Effect<CustomIntegration & { readonly token: string }, ValidationFailed | Unavailable>
  }
>()("tally/programs/integrations/CreateIntegration") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const integrations = yield* Integrations
      return CreateIntegration.of({
        create: (account_id, input, made_by) => transactOnce(sql)(integrations.create(account_id, input, made_by))
      })
    })
  )
}
