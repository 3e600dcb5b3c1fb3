import { Clock, DateTime, Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../../api/Api.ts"
import { CallingAccount } from "../../api/CallingAccount.ts"
import { DashboardApi } from "../../api/dashboard/DashboardApi.ts"
import { type MessagesGroup, Reason } from "../../api/Messages.ts"
import { accountId } from "./accountId.ts"
import type { HandlersOf } from "./AccountGroup.ts"
import { NotFound } from "../../domain/Errors.ts"
import { messageCsvColumns } from "../../domain/messages/messagesCsv.ts"
import { shownReason } from "../../domain/messages/shownReason.ts"
import { contactJson } from "../../domain/contacts/contactJson.ts"
import { ApplyConsentSignals } from "../../programs/contacts/ApplyConsentSignals.ts"
import { PreviewMessages } from "../../programs/messages/PreviewMessages.ts"
import { csvStream } from "../../programs/lists/csvStream.ts"
import { Contacts } from "../../store/contacts/Contacts.ts"
import { Deliveries } from "../../store/messages/Deliveries.ts"
import { MessageEvents } from "../../store/messages/MessageEvents.ts"
import { type ListedMessage, MessageQueries } from "../../store/messages/MessageQueries.ts"
import { SendingAllowances } from "../../store/messages/SendingAllowances.ts"
import { csvResponse } from "./csvResponse.ts"
import { idPage } from "./keysetPage.ts"
import { payload } from "../server/payload.ts"

const readReason = payload(Reason)

const build = Effect.fnUntraced(function* (handlers: HandlersOf<typeof MessagesGroup>) {
  const messages = yield* MessageQueries
  const deliveries = yield* Deliveries
  const events = yield* MessageEvents
  const explanations = yield* PreviewMessages
  const signals = yield* ApplyConsentSignals
  const contacts = yield* Contacts
  const allowances = yield* SendingAllowances

  /** The messages with the reasons to show. */
  const withReasons = Effect.fnUntraced(function* <M extends ListedMessage>(
    account_id: string,
    listed: ReadonlyArray<M>
  ) {
    const allowance = yield* allowances.read(account_id)
    if (allowance === undefined) return listed
    const now = (yield* Clock.currentTimeMillis) + allowance.clock_offset
    return listed.map((message) => {
      const due_at = DateTime.toEpochMillis(message.due_at)
      return { ...message, reason: shownReason({ ...message, due_at }, allowance, now) }
    })
  })

  const changeSuppression = Effect.fnUntraced(function* (
    change: "suppress" | "lift",
    contact_id: string,
    reason: string
  ) {
    const contact = { account_id: yield* accountId, contact_id }
    yield* signals[change]({ ...contact, reason, actor: (yield* CallingAccount).actor })
    const json = contactJson(yield* contacts.read(contact))
    return HttpServerResponse.text(`{"data":${json}}`, { contentType: "application/json" })
  })

  return handlers
    .handle("list", ({ query }) =>
      Effect.flatMap(CallingAccount, ({ account_id: id }) =>
        idPage(
          query,
          (slice) => Effect.flatMap(messages.list(id, query, slice, query.sort), (listed) => withReasons(id, listed)),
          (max) => messages.count(id, query, max)
        )
      )
    )
    .handleRaw(
      "export",
      Effect.fnUntraced(function* ({ query }) {
        const { account_id: id } = yield* CallingAccount
        const rows = yield* csvStream({
          columns: messageCsvColumns,
          positionOf: (message: ListedMessage) => message.id,
          read: (slice) =>
            Effect.flatMap(messages.list(id, query, slice, query.sort), (listed) => withReasons(id, listed))
        })
        return csvResponse("messages", rows)
      })
    )
    .handle(
      "get",
      Effect.fnUntraced(function* ({ params }) {
        const id = yield* accountId
        const message = (yield* messages.get(id, params.id)) ?? (yield* new NotFound())
        const [shown = message] = yield* withReasons(id, [message])
        const why = yield* explanations.explain(id, params.id)
        return { data: { ...shown, timeline: yield* events.timeline(id, params.id), why } }
      })
    )
    .handle(
      "revenue",
      Effect.fnUntraced(function* () {
        return { data: yield* messages.revenue((yield* CallingAccount).account_id) }
      })
    )
    .handle("deliveries", ({ query }) =>
      Effect.flatMap(CallingAccount, ({ account_id: id }) =>
        idPage(
          query,
          (slice) => deliveries.list(id, slice),
          (max) => deliveries.count(id, max)
        )
      )
    )
    .handle(
      "redeliver",
      Effect.fnUntraced(function* ({ params }) {
        yield* deliveries.redeliver(yield* accountId, params.id)
        return { data: { id: params.id } }
      })
    )
    .handleRaw("suppress", ({ params, request }) =>
      Effect.flatMap(readReason(request), ({ reason }) => changeSuppression("suppress", params.id, reason))
    )
    .handleRaw(
      "lift",
      Effect.fnUntraced(function* ({ params, request }) {
        // The reason is optional here: many clients send no body with DELETE.
        const { reason } = request.headers["content-type"] === undefined ? { reason: "" } : yield* readReason(request)
        return yield* changeSuppression("lift", params.id, reason)
      })
    )
})

export const MessagesHandlers = HttpApiBuilder.group(Api, "messages", build)
export const DashboardMessagesHandlers = HttpApiBuilder.group(DashboardApi, "messages", build)
