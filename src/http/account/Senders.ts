import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../../api/Api.ts"
import { CallingAccount } from "../../api/CallingAccount.ts"
import { DashboardApi } from "../../api/dashboard/DashboardApi.ts"
import { TestMailInput } from "../../api/Sender.ts"
import type { SendersGroup } from "../../api/Senders.ts"
import { FurtherSenderChange, FurtherSenderInput } from "../../domain/senders/FurtherSender.ts"
import { CheckSender } from "../../programs/senders/CheckSender.ts"
import { EditSenders } from "../../programs/senders/EditSenders.ts"
import { Accounts } from "../../store/accounts/Accounts.ts"
import { payload } from "../server/payload.ts"
import type { HandlersOf } from "./AccountGroup.ts"
import { accountId } from "./accountId.ts"

const readInput = payload(FurtherSenderInput)
const readChange = payload(FurtherSenderChange)
const readTest = payload(TestMailInput)

const build = Effect.fnUntraced(function* (handlers: HandlersOf<typeof SendersGroup>) {
  const accounts = yield* Accounts
  const senders = yield* EditSenders
  const checks = yield* CheckSender
  return handlers
    .handle(
      "list",
      Effect.fnUntraced(function* () {
        return { data: yield* senders.list(yield* accountId) }
      })
    )
    .handleRaw(
      "create",
      Effect.fnUntraced(function* ({ request }) {
        const input = yield* readInput(request)
        return { data: yield* senders.create(yield* accountId, input) }
      })
    )
    .handle(
      "get",
      Effect.fnUntraced(function* ({ params }) {
        return { data: yield* senders.read(yield* accountId, params.id) }
      })
    )
    .handleRaw(
      "change",
      Effect.fnUntraced(function* ({ request, params }) {
        const change = yield* readChange(request)
        return { data: yield* senders.change(yield* accountId, params.id, change) }
      })
    )
    .handle(
      "remove",
      Effect.fnUntraced(function* ({ params }) {
        return { data: yield* senders.remove(yield* accountId, params.id) }
      })
    )
    .handle(
      "check",
      Effect.fnUntraced(function* ({ params }) {
        return { data: yield* checks.check(yield* accountId, params.id) }
      })
    )
    .handle(
      "createKey",
      Effect.fnUntraced(function* ({ params }) {
        return { data: yield* senders.createKey(yield* accountId, params.id) }
      })
    )
    .handle(
      "removeKey",
      Effect.fnUntraced(function* ({ params }) {
        return { data: yield* senders.removeKey(yield* accountId, params.id) }
      })
    )
    .handleRaw(
      "test",
      Effect.fnUntraced(function* ({ request, params }) {
        const { to } = yield* readTest(request)
        const { account_id, user } = yield* CallingAccount
        const account = yield* accounts.find(account_id)
        return { data: { status: yield* checks.test(account, params.id, to, user?.email ?? null) } }
      })
    )
})

export const SendersHandlers = HttpApiBuilder.group(Api, "senders", build)
export const DashboardSendersHandlers = HttpApiBuilder.group(DashboardApi, "senders", build)
