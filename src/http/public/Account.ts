import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../../api/Api.ts"
import { CallingAccount } from "../../api/CallingAccount.ts"
import { Accounts } from "../../store/accounts/Accounts.ts"

export const AccountHandlers = HttpApiBuilder.group(
  Api,
  "account",
  Effect.fnUntraced(function* (handlers) {
    const accounts = yield* Accounts
    return handlers.handle(
      "get",
      Effect.fnUntraced(function* () {
        const { account_id } = yield* CallingAccount
        return { data: yield* accounts.read(account_id) }
      })
    )
  })
)
