import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { ManagedAccount } from "../../domain/accounts/Account.ts"
import type { Unavailable } from "../../domain/Errors.ts"
import { invalid, type ValidationFailed } from "../../domain/ValidationIssue.ts"
import { Accounts } from "../../store/accounts/Accounts.ts"
import { transactOnce } from "../../store/database/Transaction.ts"

/** Creates subaccounts of businesses. */
export class CreateSubaccount extends Context.Service<
  CreateSubaccount,
  {
    /** Fails for a parent that is a subaccount itself, and at the parent's limit, also when calls race. */
    readonly create: (
      parent: ManagedAccount,
      name: string
    ) => Effect.Effect<ManagedAccount, ValidationFailed | Unavailable>
  }
>()("tally/programs/accounts/CreateSubaccount") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const accounts = yield* Accounts
      return CreateSubaccount.of({
        create: Effect.fn("CreateSubaccount.create")(function* (parent, name) {
          if (parent.parent_id !== null) return yield* tooDeep
          return yield* transactOnce(sql)(accounts.createSubaccount(parent, name))
        })
      })
    })
  )
}

const tooDeep = invalid("", "A subaccount has no subaccounts")
