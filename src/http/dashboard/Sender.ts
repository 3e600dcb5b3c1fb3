import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { ActingAccount, CurrentUser } from "../../api/dashboard/Access.ts"
import { DashboardApi } from "../../api/dashboard/DashboardApi.ts"
import { TestMailInput } from "../../api/dashboard/Sender.ts"
import { SenderChange } from "../../domain/messages/SenderChange.ts"
import { CheckSender } from "../../programs/messages/CheckSender.ts"
import { ManageSender } from "../../programs/messages/ManageSender.ts"
import { payload } from "./payload.ts"

const readChange = payload(SenderChange)
const readTest = payload(TestMailInput)

export const SenderHandlers = HttpApiBuilder.group(
  DashboardApi,
  "sender",
  Effect.fnUntraced(function* (handlers) {
    const senders = yield* ManageSender
    const checks = yield* CheckSender
    const one = <A, E>(found: (account_id: string) => Effect.Effect<A, E>) =>
      Effect.flatMap(ActingAccount, ({ id }) => Effect.map(found(id), (data) => ({ data })))
    return handlers
      .handle("read", () => one(senders.read))
      .handleRaw(
        "change",
        Effect.fnUntraced(function* ({ request }) {
          const { id } = yield* ActingAccount
          const { operator } = yield* CurrentUser
          return { data: yield* senders.change(id, yield* readChange(request), operator) }
        })
      )
      .handle("check", () => one(checks.check))
      .handle("createKey", () => one(senders.createKey))
      .handle("removeKey", () => one(senders.removeKey))
      .handleRaw(
        "test",
        Effect.fnUntraced(function* ({ request }) {
          const { to } = yield* readTest(request)
          return { data: { status: yield* checks.test(yield* ActingAccount, to) } }
        })
      )
  })
)
