import { Effect, Schema } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../../api/Api.ts"
import { type BulkChangesGroup, UndoResponse } from "../../api/BulkChanges.ts"
import { CallingAccount } from "../../api/CallingAccount.ts"
import { DashboardApi } from "../../api/dashboard/DashboardApi.ts"
import type { BulkChange, KeptContact } from "../../domain/changes/BulkChange.ts"
import { UndoChanges } from "../../programs/changes/UndoChanges.ts"
import { BulkChanges } from "../../store/changes/BulkChanges.ts"
import { appliedHeaders, wantsDryRun } from "../public/Preferences.ts"
import type { HandlersOf } from "./AccountGroup.ts"
import { accountId } from "./accountId.ts"
import { countedPage } from "./keysetPage.ts"

const encodeUndo = Schema.encodeSync(UndoResponse)

const build = Effect.fnUntraced(function* (handlers: HandlersOf<typeof BulkChangesGroup>) {
  const changes = yield* BulkChanges
  const undos = yield* UndoChanges
  return (
    handlers
      .handle(
        "list",
        Effect.fnUntraced(function* ({ query }) {
          const account_id = yield* accountId
          return yield* countedPage(
            query,
            {
              positionOf: ({ id, created_at }: BulkChange) => ({ at: created_at.epochMilliseconds, id }),
              keyOf: ({ at, id }) => ({ created_at: at, id }),
              read: (slice) => changes.list(account_id, slice)
            },
            (max) => changes.count(account_id, max)
          )
        })
      )
      .handle(
        "get",
        Effect.fnUntraced(function* ({ params }) {
          return { data: yield* changes.read(yield* accountId, params.id) }
        })
      )
      // Raw: the preference that was followed is a header.
      .handleRaw(
        "undo",
        Effect.fnUntraced(function* ({ params, query, request }) {
          const { account_id, actor, cause } = yield* CallingAccount
          const dry = wantsDryRun(request)
          const author = { actor, cause }
          const answer = dry
            ? yield* undos.preview(account_id, params.id, author, query.cursor)
            : { change: yield* undos.start(account_id, params.id, author) }
          const body = encodeUndo({
            data: answer.change,
            ...("preview" in answer ? { dry_run: answer.preview } : {})
          })
          return HttpServerResponse.jsonUnsafe(body, { headers: appliedHeaders({ dry, handling: "strict" }) })
        })
      )
      .handle(
        "kept",
        Effect.fnUntraced(function* ({ params, query }) {
          const { id } = yield* changes.read(yield* accountId, params.id)
          const account_id = yield* accountId
          return yield* countedPage(
            query,
            {
              positionOf: ({ contact_id }: KeptContact) => ({ at: 0, id: contact_id }),
              keyOf: ({ id: contact }) => contact,
              read: (slice) => changes.kept(account_id, id, slice)
            },
            (max) => changes.countKept(account_id, id, max)
          )
        })
      )
  )
})

export const BulkChangesHandlers = HttpApiBuilder.group(Api, "bulkChanges", build)
export const DashboardBulkChangesHandlers = HttpApiBuilder.group(DashboardApi, "bulkChanges", build)
