import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../../api/Api.ts"
import { Caller } from "../../api/Authorization.ts"
import { EditSegments } from "../../programs/segments/EditSegments.ts"
import { ReadSegments } from "../../programs/segments/ReadSegments.ts"
import { callerAccount } from "./callerAccount.ts"
import { contactPageResponse } from "./contactResponses.ts"
import { readSegment, readSegmentChange } from "./segmentBodies.ts"

export const SegmentsHandlers = HttpApiBuilder.group(
  Api,
  "segments",
  Effect.fnUntraced(function* (handlers) {
    const editor = yield* EditSegments
    const reader = yield* ReadSegments
    return handlers
      .handle("list", ({ query }) => Effect.flatMap(Caller, ({ account_id }) => editor.list(account_id, query)))
      .handleRaw(
        "create",
        Effect.fnUntraced(function* ({ request }) {
          const input = yield* readSegment(request)
          return { data: yield* editor.create((yield* Caller).account_id, input) }
        })
      )
      .handle(
        "get",
        Effect.fnUntraced(function* ({ params }) {
          return { data: yield* editor.read(yield* callerAccount(params), params.id) }
        })
      )
      .handleRaw(
        "update",
        Effect.fnUntraced(function* ({ request, params }) {
          const change = yield* readSegmentChange(request)
          return { data: yield* editor.change(yield* callerAccount(params), params.id, change) }
        })
      )
      .handle(
        "remove",
        Effect.fnUntraced(function* ({ params }) {
          return { data: yield* editor.remove(yield* callerAccount(params), params.id) }
        })
      )
      .handle(
        "count",
        Effect.fnUntraced(function* ({ params }) {
          return { data: { count: yield* reader.count(yield* callerAccount(params), params.id) } }
        })
      )
      .handleRaw(
        "members",
        Effect.fnUntraced(function* ({ params, query }) {
          return contactPageResponse(yield* reader.members(yield* callerAccount(params), params.id, query))
        })
      )
      .handle(
        "explain",
        Effect.fnUntraced(function* ({ params }) {
          return { data: yield* reader.explain(yield* callerAccount(params), params.id, params.contact) }
        })
      )
  })
)
