import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../../api/Api.ts"
import { CallingAccount } from "../../api/CallingAccount.ts"
import { DashboardApi } from "../../api/dashboard/DashboardApi.ts"
import type { SenderGroup } from "../../api/Sender.ts"
import type { HandlersOf } from "./AccountGroup.ts"
import { TestMailInput } from "../../api/Sender.ts"
import { SenderChange } from "../../domain/senders/SenderChange.ts"
import { Accounts } from "../../store/accounts/Accounts.ts"
import { CheckSender } from "../../programs/senders/CheckSender.ts"
import { CheckTracking } from "../../programs/senders/CheckTracking.ts"
import { ManageSender } from "../../programs/senders/ManageSender.ts"
import { payload } from "../server/payload.ts"

const readChange = payload(SenderChange)
const readTest = payload(TestMailInput)

const build = Effect.fnUntraced(function* (handlers: HandlersOf<typeof SenderGroup>) {
  const accounts = yield* Accounts
  const senders = yield* ManageSender
  const checks = yield* CheckSender
  const tracking = yield* CheckTracking
  const one = <A, E>(found: (account_id: string) => Effect.Effect<A, E>) =>
    Effect.flatMap(CallingAccount, ({ account_id: id }) => Effect.map(found(id), (data) => ({ data })))
  return handlers
    .handle("get", () => one(senders.read))
    .handleRaw(
      "change",
      Effect.fnUntraced(function* ({ request }) {
        const { account_id, user } = yield* CallingAccount
        return { data: yield* senders.change(account_id, yield* readChange(request), user?.operator ?? false) }
      })
    )
    .handle("check", () => one((id) => Effect.catchTag(checks.check(id, null), "NotFound", Effect.die)))
    .handle("checkTracking", () => one(tracking.check))
    .handle("createKey", () => one(senders.createKey))
    .handle("removeKey", () => one(senders.removeKey))
    .handleRaw(
      "test",
      Effect.fnUntraced(function* ({ request }) {
        const { to } = yield* readTest(request)
        const { account_id, user } = yield* CallingAccount
        // The sender of the account is always there.
        const test = checks.test(yield* accounts.find(account_id), null, to, user?.email ?? null)
        return { data: { status: yield* Effect.catchTag(test, "NotFound", Effect.die) } }
      })
    )
})

export const SenderHandlers = HttpApiBuilder.group(Api, "sender", build)
export const DashboardSenderHandlers = HttpApiBuilder.group(DashboardApi, "sender", build)
