import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { ActingAccount, CurrentUser } from "../../api/dashboard/Access.ts"
import { DashboardApi } from "../../api/dashboard/DashboardApi.ts"
import { CustomIntegrationChange, CustomIntegrationInput } from "../../domain/integrations/CustomIntegration.ts"
import { CreateIntegration } from "../../programs/integrations/CreateIntegration.ts"
import { ReceivePlatformWebhooks } from "../../programs/integrations/ReceivePlatformWebhooks.ts"
import { PlatformDeliveries } from "../../store/integrations/PlatformDeliveries.ts"
import { Links, storeAddress } from "../../outbound/templates/Links.ts"
import { isPrivateHost } from "../../outbound/webhooks/publicAddress.ts"
import { Integrations } from "../../store/integrations/Integrations.ts"
import { publicUrl } from "../../store/settings/PublicUrl.ts"
import { idPage } from "../account/keysetPage.ts"
import { payload } from "../server/payload.ts"

const readInput = payload(CustomIntegrationInput)
const readChange = payload(CustomIntegrationChange)

export const IntegrationsHandlers = HttpApiBuilder.group(
  DashboardApi,
  "integrations",
  Effect.fnUntraced(function* (handlers) {
    const integrations = yield* Integrations
    const { create } = yield* CreateIntegration
    const links = yield* Links
    const { hostname } = yield* publicUrl
    const deliveries = yield* PlatformDeliveries
    const webhooks = yield* ReceivePlatformWebhooks

    const withWebhook = Effect.fnUntraced(function* <A extends object>(id: string, shown: A) {
      const { id: account_id } = yield* ActingAccount
      const store = yield* integrations.findShop(account_id, id)
      const webhook =
        store === undefined
          ? null
          : { url: storeAddress(links, store), secret: store.secret, is_public: !isPrivateHost(hostname) }
      return { data: { ...shown, webhook } }
    })
    return handlers
      .handle("list", ({ query }) => Effect.flatMap(ActingAccount, ({ id }) => integrations.list(id, query)))
      .handleRaw(
        "create",
        Effect.fnUntraced(function* ({ request }) {
          const created = yield* create((yield* ActingAccount).id, yield* readInput(request), (yield* CurrentUser).id)
          return yield* withWebhook(created.id, created)
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
          return yield* withWebhook(params.id, {
            token: yield* integrations.reveal((yield* ActingAccount).id, params.id)
          })
        })
      )
      .handle(
        "rotate",
        Effect.fnUntraced(function* ({ params }) {
          const { id } = yield* CurrentUser
          return yield* withWebhook(params.id, yield* integrations.rotate((yield* ActingAccount).id, params.id, id))
        })
      )
      .handle(
        "deliveries",
        Effect.fnUntraced(function* ({ params, query }) {
          const store = { account_id: (yield* ActingAccount).id, integration_id: params.id }
          yield* integrations.kindOf(store.account_id, store.integration_id)
          return yield* idPage(
            query,
            (slice) => deliveries.list(store, slice),
            (max) => deliveries.count(store, max)
          )
        })
      )
      .handle(
        "retryDelivery",
        Effect.fnUntraced(function* ({ params: { id } }) {
          yield* webhooks.retry((yield* ActingAccount).id, id)
          return { data: { id } }
        })
      )
  })
)
