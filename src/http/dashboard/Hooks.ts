import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { ActingAccount } from "../../api/dashboard/Access.ts"
import { DashboardApi } from "../../api/dashboard/DashboardApi.ts"
import { hookAddresses, Links } from "../../messages/templates/Links.ts"
import { webhookSecret } from "../../messages/webhooks/WebhookSender.ts"
import { HookNonces } from "../../store/accounts/HookNonces.ts"
import { Keys } from "../../store/database/Keys.ts"

export const HooksHandlers = HttpApiBuilder.group(
  DashboardApi,
  "hooks",
  Effect.fnUntraced(function* (handlers) {
    const nonces = yield* HookNonces
    const links = yield* Links
    const keys = yield* Keys

    const hooksJson = (account_id: string, account: Effect.Success<ReturnType<typeof nonces.read>>) => ({
      data: {
        ...hookAddresses(links, account_id, account.hook_nonce),
        webhook_secret: webhookSecret(keys, account_id, account.webhook_nonce)
      }
    })

    return handlers
      .handle(
        "read",
        Effect.fnUntraced(function* () {
          const { id } = yield* ActingAccount
          return hooksJson(id, yield* nonces.read(id))
        })
      )
      .handle(
        "rotateAddresses",
        Effect.fnUntraced(function* () {
          const { id } = yield* ActingAccount
          return hooksJson(id, yield* nonces.rotate(id, "hook_nonce"))
        })
      )
      .handle(
        "rotateSecret",
        Effect.fnUntraced(function* () {
          const { id } = yield* ActingAccount
          return hooksJson(id, yield* nonces.rotate(id, "webhook_nonce"))
        })
      )
  })
)
