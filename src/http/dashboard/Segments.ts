import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { ActingAccount } from "../../api/dashboard/Access.ts"
import { DashboardApi } from "../../api/dashboard/DashboardApi.ts"
import { NotFound } from "../../domain/Errors.ts"
import { isId } from "../../domain/values/Id.ts"
import { EditSegments } from "../../programs/segments/EditSegments.ts"
import { ReadSegments } from "../../programs/segments/ReadSegments.ts"
import { contactPageResponse } from "../public/contactResponses.ts"
import { csvResponse } from "./csvResponse.ts"
import { readSegment, readSegmentChange, readSegmentDraft } from "../public/segmentBodies.ts"

export const DashboardSegmentsHandlers = HttpApiBuilder.group(
  DashboardApi,
  "segments",
  Effect.fnUntraced(function* (handlers) {
    const editor = yield* EditSegments
    const reader = yield* ReadSegments
    return handlers
      .handle("list", ({ query }) => Effect.flatMap(ActingAccount, ({ id }) => editor.list(id, query)))
      .handleRaw(
        "create",
        Effect.fnUntraced(function* ({ request }) {
          const input = yield* readSegment(request)
          return { data: yield* editor.create((yield* ActingAccount).id, input) }
        })
      )
      .handleRaw(
        "countDraft",
        Effect.fnUntraced(function* ({ request }) {
          const { conditions } = yield* readSegmentDraft(request)
          return { data: { count: yield* reader.countDraft((yield* ActingAccount).id, conditions) } }
        })
      )
      .handle(
        "read",
        Effect.fnUntraced(function* ({ params }) {
          return { data: yield* editor.read((yield* ActingAccount).id, params.id) }
        })
      )
      .handleRaw(
        "change",
        Effect.fnUntraced(function* ({ request, params }) {
          const change = yield* readSegmentChange(request)
          return { data: yield* editor.change((yield* ActingAccount).id, params.id, change) }
        })
      )
      .handle(
        "remove",
        Effect.fnUntraced(function* ({ params }) {
          return { data: yield* editor.remove((yield* ActingAccount).id, params.id) }
        })
      )
      .handle(
        "count",
        Effect.fnUntraced(function* ({ params }) {
          return { data: { count: yield* reader.count((yield* ActingAccount).id, params.id) } }
        })
      )
      .handleRaw(
        "members",
        Effect.fnUntraced(function* ({ params, query }) {
          return contactPageResponse(yield* reader.members((yield* ActingAccount).id, params.id, query))
        })
      )
      .handleRaw(
        "export",
        Effect.fnUntraced(function* ({ params }) {
          return csvResponse("segment", yield* reader.csv((yield* ActingAccount).id, params.id))
        })
      )
      .handle(
        "explain",
        Effect.fnUntraced(function* ({ params }) {
          if (!isId(params.contact)) return yield* new NotFound()
          return { data: yield* reader.explain((yield* ActingAccount).id, params.id, params.contact) }
        })
      )
  })
)
