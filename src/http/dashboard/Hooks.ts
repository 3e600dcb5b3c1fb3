import { Effect, Record } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { ActingAccount, CurrentUser } from "../../api/dashboard/Access.ts"
import { DashboardApi } from "../../api/dashboard/DashboardApi.ts"
import { plainKey, ReportKeyInput } from "../../domain/mailReports/ReportKey.ts"
import { signedForms } from "../../domain/mailReports/reportForms.ts"
import { invalid } from "../../domain/ValidationIssue.ts"
import { isUsableKey } from "../../outbound/mailReports/signatures.ts"
import { hookAddresses, Links } from "../../outbound/templates/Links.ts"
import { webhookSecret } from "../../outbound/webhooks/signWebhook.ts"
import { HookNonces } from "../../store/accounts/HookNonces.ts"
import { Keys } from "../../store/keys/Keys.ts"
import { ReportKeys } from "../../store/mailReports/ReportKeys.ts"
import { payload } from "../server/payload.ts"

const readKey = payload(ReportKeyInput)

const keyIssues = {
  ...Record.map(signedForms, ({ signing }) => signing.keyIssue),
  twilio: "Must be the secret of a shared key of Twilio's webhooks",
  ses: "Must be the ARN of the topic of Amazon SNS"
}

export const HooksHandlers = HttpApiBuilder.group(
  DashboardApi,
  "hooks",
  Effect.fnUntraced(function* (handlers) {
    const nonces = yield* HookNonces
    const links = yield* Links
    const secretKeys = yield* Keys
    const reportKeys = yield* ReportKeys

    const hooksJson = Effect.fnUntraced(function* (
      account_id: string,
      account: Effect.Success<ReturnType<typeof nonces.read>>
    ) {
      const keys = yield* reportKeys.list(account_id)
      return {
        data: {
          ...hookAddresses(links, account_id, account.hook_nonce),
          webhook_secret: webhookSecret(secretKeys, account_id, account.webhook_nonce),
          reports: {
            ...Record.map(signedForms, (_, id) => keys.has(id)),
            twilio: keys.has("twilio"),
            sns_topic: keys.get("ses") ?? null
          }
        }
      }
    })
    const readHooks = Effect.fnUntraced(function* (account_id: string) {
      return yield* hooksJson(account_id, yield* nonces.read(account_id))
    })

    return handlers
      .handle(
        "read",
        Effect.fnUntraced(function* () {
          return yield* readHooks((yield* ActingAccount).id)
        })
      )
      .handle(
        "rotateAddresses",
        Effect.fnUntraced(function* () {
          const { id } = yield* ActingAccount
          return yield* hooksJson(id, yield* nonces.rotate(id, "hook_nonce", (yield* CurrentUser).id))
        })
      )
      .handle(
        "rotateSecret",
        Effect.fnUntraced(function* () {
          const { id } = yield* ActingAccount
          return yield* hooksJson(id, yield* nonces.rotate(id, "webhook_nonce", (yield* CurrentUser).id))
        })
      )
      .handleRaw(
        "setKey",
        Effect.fnUntraced(function* ({ params: { provider }, request }) {
          const { id } = yield* ActingAccount
          const key = plainKey((yield* readKey(request)).key)
          if (!isUsableKey(provider, key)) return yield* invalid("key", keyIssues[provider])
          yield* reportKeys.set(id, provider, key)
          return yield* readHooks(id)
        })
      )
      .handle(
        "removeKey",
        Effect.fnUntraced(function* ({ params: { provider } }) {
          const { id } = yield* ActingAccount
          yield* reportKeys.remove(id, provider)
          return yield* readHooks(id)
        })
      )
  })
)
