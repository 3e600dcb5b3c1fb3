import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../../api/Api.ts"
import { Caller } from "../../api/Authorization.ts"
import { NotFound } from "../../domain/Errors.ts"
import { isId } from "../../domain/values/Id.ts"
import { EditSegments } from "../../programs/segments/EditSegments.ts"
import { ReadSegments } from "../../programs/segments/ReadSegments.ts"
import { contactPageResponse } from "./contactResponses.ts"
import { readSegment, readSegmentChange } from "./segmentBodies.ts"

/** The caller's account, if every id of the path has the form of one; else `NotFound`. */
const accountFor = Effect.fnUntraced(function* (ids: Readonly<Record<string, string>>) {
  const { account_id } = yield* Caller
  return Object.values(ids).every(isId) ? account_id : yield* new NotFound()
})

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
          return { data: yield* editor.read(yield* accountFor(params), params.id) }
        })
      )
      .handleRaw(
        "update",
        Effect.fnUntraced(function* ({ request, params }) {
          const change = yield* readSegmentChange(request)
          return { data: yield* editor.change(yield* accountFor(params), params.id, change) }
        })
      )
      .handle(
        "remove",
        Effect.fnUntraced(function* ({ params }) {
          return { data: yield* editor.remove(yield* accountFor(params), params.id) }
        })
      )
      .handle(
        "count",
        Effect.fnUntraced(function* ({ params }) {
          return { data: { count: yield* reader.count(yield* accountFor(params), params.id) } }
        })
      )
      .handleRaw(
        "members",
        Effect.fnUntraced(function* ({ params, query }) {
          return contactPageResponse(yield* reader.members(yield* accountFor(params), params.id, query))
        })
      )
      .handle(
        "explain",
        Effect.fnUntraced(function* ({ params }) {
          return { data: yield* reader.explain(yield* accountFor(params), params.id, params.contact) }
        })
      )
  })
)
