import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { ActingAccount, CurrentUser } from "../../api/dashboard/Access.ts"
import { DashboardApi } from "../../api/dashboard/DashboardApi.ts"
import { ApplicationChange, ApplicationInput } from "../../domain/accounts/Application.ts"
import { ManageCredentials } from "../../programs/accounts/ManageCredentials.ts"
import { Applications } from "../../store/accounts/Applications.ts"
import { payload } from "../server/payload.ts"

const readInput = payload(ApplicationInput)
const readChange = payload(ApplicationChange)

export const AppsHandlers = HttpApiBuilder.group(
  DashboardApi,
  "apps",
  Effect.fnUntraced(function* (handlers) {
    const applications = yield* Applications
    const { createApplication: create } = yield* ManageCredentials
    return handlers
      .handle("list", ({ query }) => Effect.flatMap(ActingAccount, ({ id }) => applications.list(id, query)))
      .handleRaw(
        "create",
        Effect.fnUntraced(function* ({ request }) {
          const { id } = yield* ActingAccount
          return { data: yield* create(id, yield* readInput(request), (yield* CurrentUser).id) }
        })
      )
      .handleRaw(
        "change",
        Effect.fnUntraced(function* ({ params, request }) {
          const change = yield* readChange(request)
          return { data: yield* applications.change((yield* ActingAccount).id, params.id, change) }
        })
      )
      .handle(
        "remove",
        Effect.fnUntraced(function* ({ params }) {
          return { data: yield* applications.remove((yield* ActingAccount).id, params.id) }
        })
      )
      .handle(
        "regenerate",
        Effect.fnUntraced(function* ({ params }) {
          const { id } = yield* ActingAccount
          return { data: yield* applications.regenerate(id, params.id, (yield* CurrentUser).id) }
        })
      )
      .handle(
        "revoke",
        Effect.fnUntraced(function* ({ params }) {
          return { data: { revoked: yield* applications.revokeTokens((yield* ActingAccount).id, params.id) } }
        })
      )
  })
)
