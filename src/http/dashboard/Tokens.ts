import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { ActingAccount, CurrentUser } from "../../api/dashboard/Access.ts"
import { DashboardApi } from "../../api/dashboard/DashboardApi.ts"
import { ApiTokenInput } from "../../domain/accounts/ApiToken.ts"
import { ManageCredentials } from "../../programs/accounts/ManageCredentials.ts"
import { Tokens } from "../../store/accounts/Tokens.ts"
import { payload } from "../server/payload.ts"

const readInput = payload(ApiTokenInput)

export const TokensHandlers = HttpApiBuilder.group(
  DashboardApi,
  "tokens",
  Effect.fnUntraced(function* (handlers) {
    const tokens = yield* Tokens
    const manage = yield* ManageCredentials
    return handlers
      .handle("list", ({ query }) => Effect.flatMap(ActingAccount, ({ id }) => tokens.list(id, query)))
      .handleRaw(
        "create",
        Effect.fnUntraced(function* ({ request }) {
          const { id } = yield* ActingAccount
          return { data: yield* manage.createToken(id, yield* readInput(request), (yield* CurrentUser).id) }
        })
      )
      .handle(
        "renew",
        Effect.fnUntraced(function* ({ params }) {
          return { data: yield* manage.renewToken((yield* ActingAccount).id, params.id) }
        })
      )
      .handle(
        "revoke",
        Effect.fnUntraced(function* ({ params }) {
          return { data: yield* tokens.revoke((yield* ActingAccount).id, params.id) }
        })
      )
  })
)
