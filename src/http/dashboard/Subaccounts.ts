import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { ActingAccount } from "../../api/dashboard/Access.ts"
import { DashboardApi } from "../../api/dashboard/DashboardApi.ts"
import { invalid } from "../../domain/ValidationIssue.ts"
import { SubaccountInput } from "../../domain/accounts/ManagedAccount.ts"
import { ManagedAccounts } from "../../store/accounts/ManagedAccounts.ts"
import { payload } from "./payload.ts"

const readInput = payload(SubaccountInput)
const tooDeep = invalid("", "A subaccount has no subaccounts")

export const SubaccountsHandlers = HttpApiBuilder.group(
  DashboardApi,
  "subaccounts",
  Effect.fnUntraced(function* (handlers) {
    const accounts = yield* ManagedAccounts
    return handlers
      .handle("list", ({ query }) => Effect.flatMap(ActingAccount, ({ id }) => accounts.subaccounts(id, query)))
      .handleRaw(
        "create",
        Effect.fnUntraced(function* ({ request }) {
          const parent = yield* ActingAccount
          const { name } = yield* readInput(request)
          if (parent.parent_id !== null) return yield* tooDeep
          return { data: yield* accounts.createUnder(parent, name) }
        })
      )
  })
)
