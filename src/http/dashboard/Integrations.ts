import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { ActingAccount } from "../../api/dashboard/Access.ts"
import { DashboardApi } from "../../api/dashboard/DashboardApi.ts"
import { CustomIntegrationChange, CustomIntegrationInput } from "../../domain/accounts/CustomIntegration.ts"
import { CreateIntegration } from "../../programs/accounts/CreateIntegration.ts"
import { Integrations } from "../../store/accounts/Integrations.ts"
import { payload } from "./payload.ts"

const readInput = payload(CustomIntegrationInput)
const readChange = payload(CustomIntegrationChange)

export const IntegrationsHandlers = HttpApiBuilder.group(
  DashboardApi,
  "integrations",
  Effect.fnUntraced(function* (handlers) {
    const integrations = yield* Integrations
    const { create } = yield* CreateIntegration
    return handlers
      .handle("list", ({ query }) => Effect.flatMap(ActingAccount, ({ id }) => integrations.list(id, query)))
      .handleRaw(
        "create",
        Effect.fnUntraced(function* ({ request }) {
          return { data: yield* create((yield* ActingAccount).id, yield* readInput(request)) }
        })
      )
      .handleRaw(
        "change",
        Effect.fnUntraced(function* ({ params, request }) {
          const change = yield* readChange(request)
          return { data: yield* integrations.change((yield* ActingAccount).id, params.id, change) }
        })
      )
      .handle(
        "disconnect",
        Effect.fnUntraced(function* ({ params }) {
          return { data: yield* integrations.disconnect((yield* ActingAccount).id, params.id) }
        })
      )
      .handle(
        "reveal",
        Effect.fnUntraced(function* ({ params }) {
          return { data: { token: yield* integrations.reveal((yield* ActingAccount).id, params.id) } }
        })
      )
      .handle(
        "rotate",
        Effect.fnUntraced(function* ({ params }) {
          return { data: yield* integrations.rotate((yield* ActingAccount).id, params.id) }
        })
      )
  })
)
