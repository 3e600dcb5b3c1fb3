import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../../api/Api.ts"
import { CallingAccount } from "../../api/CallingAccount.ts"
import { DashboardApi } from "../../api/dashboard/DashboardApi.ts"
import type { SegmentsGroup } from "../../api/Segments.ts"
import { EditSegments } from "../../programs/segments/EditSegments.ts"
import { ReadSegments } from "../../programs/segments/ReadSegments.ts"
import { accountId } from "./accountId.ts"
import { contactPageResponse } from "./contactResponses.ts"
import { csvResponse } from "./csvResponse.ts"
import type { HandlersOf } from "./AccountGroup.ts"
import { readSegment, readSegmentBacktest, readSegmentChange, readSegmentDraft } from "./segmentBodies.ts"
import { Backtests } from "../../programs/backtests/Backtests.ts"

const build = Effect.fnUntraced(function* (handlers: HandlersOf<typeof SegmentsGroup>) {
  const editor = yield* EditSegments
  const reader = yield* ReadSegments
  const backtests = (yield* Backtests).segments
  return handlers
    .handle("list", ({ query }) => Effect.flatMap(CallingAccount, ({ account_id }) => editor.list(account_id, query)))
    .handleRaw(
      "create",
      Effect.fnUntraced(function* ({ request }) {
        const input = yield* readSegment(request)
        return { data: yield* editor.create((yield* CallingAccount).account_id, input) }
      })
    )
    .handleRaw(
      "countDraft",
      Effect.fnUntraced(function* ({ request, query }) {
        const { conditions } = yield* readSegmentDraft(request)
        const { account_id } = yield* CallingAccount
        return { data: yield* reader.countDraft(account_id, conditions, query.counted_after) }
      })
    )
    .handleRaw(
      "draftMembers",
      Effect.fnUntraced(function* ({ request, query }) {
        const { conditions } = yield* readSegmentDraft(request)
        return contactPageResponse(yield* reader.draftMembers(yield* accountId, conditions, query))
      })
    )
    .handleRaw(
      "backtest",
      Effect.fnUntraced(function* ({ request }) {
        const input = yield* readSegmentBacktest(request)
        return { data: yield* backtests.part((yield* CallingAccount).account_id, input) }
      })
    )
    .handle(
      "get",
      Effect.fnUntraced(function* ({ params }) {
        return { data: yield* editor.read(yield* accountId, params.id) }
      })
    )
    .handleRaw(
      "update",
      Effect.fnUntraced(function* ({ request, params }) {
        const change = yield* readSegmentChange(request)
        return { data: yield* editor.change(yield* accountId, params.id, change) }
      })
    )
    .handle(
      "remove",
      Effect.fnUntraced(function* ({ params }) {
        return { data: yield* editor.remove(yield* accountId, params.id) }
      })
    )
    .handle(
      "count",
      Effect.fnUntraced(function* ({ params, query }) {
        return { data: yield* reader.count(yield* accountId, params.id, query.counted_after) }
      })
    )
    .handleRaw(
      "members",
      Effect.fnUntraced(function* ({ params, query }) {
        return contactPageResponse(yield* reader.members(yield* accountId, params.id, query))
      })
    )
    .handleRaw(
      "export",
      Effect.fnUntraced(function* ({ params }) {
        return csvResponse("segment", yield* reader.csv(yield* accountId, params.id))
      })
    )
    .handle(
      "explain",
      Effect.fnUntraced(function* ({ params }) {
        return { data: yield* reader.explain(yield* accountId, params.id, params.contact) }
      })
    )
})

export const SegmentsHandlers = HttpApiBuilder.group(Api, "segments", build)
export const DashboardSegmentsHandlers = HttpApiBuilder.group(DashboardApi, "segments", build)
