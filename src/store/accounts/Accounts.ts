import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { type Account, Subaccount } from "../../domain/accounts/Account.ts"
import { NotFound, type Unavailable } from "../../domain/Errors.ts"
import { retried } from "../database/Transaction.ts"

const Row = Schema.Struct({
  ...Subaccount.fields,
  created_at: Schema.DateTimeUtcFromDate,
  default_country: Schema.String,
  timezone: Schema.String
})

const decodeRows = Schema.decodeUnknownEffect(Schema.Array(Row))

/** Businesses and their subaccounts. */
export class Accounts extends Context.Service<
  Accounts,
  {
    /** The account with its subaccounts, oldest first, at most 1,000. */
    readonly read: (account_id: string) => Effect.Effect<Account, NotFound | Unavailable>
  }
>()("tally/store/accounts/Accounts") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return Accounts.of({
        read: Effect.fnUntraced(function* (account_id) {
          const rows = yield* sql`
            SELECT account_id AS id, name, default_country, timezone, created_at FROM accounts
            WHERE account_id = ${account_id} OR parent_id = ${account_id}
            ORDER BY account_id <> ${account_id}, created_at, account_id LIMIT 1001`.pipe(retried)
          const [account, ...subaccounts] = yield* Effect.orDie(decodeRows(rows))
          if (account?.id !== account_id) return yield* new NotFound()
          return {
            ...account,
            subaccounts: subaccounts.map(({ id, name, created_at }) => ({ id, name, created_at }))
          }
        })
      })
    })
  )
}
