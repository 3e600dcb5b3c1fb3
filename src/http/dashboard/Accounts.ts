import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { ActingAccount, CurrentUser } from "../../api/dashboard/Access.ts"
import { DashboardApi } from "../../api/dashboard/DashboardApi.ts"
import { AccountChange, BusinessInput } from "../../domain/accounts/Account.ts"
import { NotFound } from "../../domain/Errors.ts"
import { Forbidden } from "../../domain/accounts/SignIn.ts"
import { OpenAccounts } from "../../programs/accounts/OpenAccounts.ts"
import { Accounts } from "../../store/accounts/Accounts.ts"
import { payload } from "../server/payload.ts"

const readChange = payload(AccountChange)
const readBusiness = payload(BusinessInput)
const operatorOnly = new Forbidden({ message: "Only the operator may do this" })

export const AccountsHandlers = HttpApiBuilder.group(
  DashboardApi,
  "accounts",
  Effect.fnUntraced(function* (handlers) {
    const accounts = yield* Accounts
    const { openBusiness } = yield* OpenAccounts

    return handlers
      .handle("read", () => Effect.map(ActingAccount, (data) => ({ data })))
      .handleRaw(
        "change",
        Effect.fnUntraced(function* ({ request }) {
          const { id, role } = yield* ActingAccount
          const change = yield* readChange(request)
          if (change.limits !== undefined && role !== "operator") return yield* operatorOnly
          return { data: (yield* accounts.change(id, change)) ?? (yield* new NotFound()) }
        })
      )
      .handle("list", ({ query }) => Effect.flatMap(CurrentUser, (user) => accounts.list(user, query)))
      .handleRaw(
        "open",
        Effect.fnUntraced(function* ({ request }) {
          const { account, link, mailed } = yield* openBusiness(yield* readBusiness(request))
          return { data: { ...account, setup_link: link, mailed } }
        })
      )
  })
)
