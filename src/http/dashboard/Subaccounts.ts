import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { ActingAccount } from "../../api/dashboard/Access.ts"
import { DashboardApi } from "../../api/dashboard/DashboardApi.ts"
import { SubaccountInput } from "../../domain/accounts/Account.ts"
import { OpenAccounts } from "../../programs/accounts/OpenAccounts.ts"
import { Accounts } from "../../store/accounts/Accounts.ts"
import { payload } from "../server/payload.ts"

const readInput = payload(SubaccountInput)

export const SubaccountsHandlers = HttpApiBuilder.group(
  DashboardApi,
  "subaccounts",
  Effect.fnUntraced(function* (handlers) {
    const accounts = yield* Accounts
    const { createSubaccount: create } = yield* OpenAccounts
    return handlers
      .handle("list", ({ query }) => Effect.flatMap(ActingAccount, ({ id }) => accounts.listSubaccounts(id, query)))
      .handleRaw(
        "create",
        Effect.fnUntraced(function* ({ request }) {
          const parent = yield* ActingAccount
          const { name } = yield* readInput(request)
          return { data: yield* create(parent, name) }
        })
      )
  })
)
