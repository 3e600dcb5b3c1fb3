import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../../api/Api.ts"
import { CallingAccount } from "../../api/CallingAccount.ts"
import { DashboardApi } from "../../api/dashboard/DashboardApi.ts"
import type { ImportsGroup } from "../../api/Imports.ts"
import { accountId } from "./accountId.ts"
import type { HandlersOf } from "./AccountGroup.ts"
import { failuresCsv } from "../../domain/imports/failuresCsv.ts"
import { ImportInput, importLimits } from "../../domain/imports/Import.ts"
import { UploadImports } from "../../programs/imports/UploadImports.ts"
import { Imports } from "../../store/imports/Imports.ts"
import { readFilePart } from "../server/Body.ts"
import { payload } from "../server/payload.ts"

const readInput = payload(ImportInput)

const build = Effect.fnUntraced(function* (handlers: HandlersOf<typeof ImportsGroup>) {
  const imports = yield* Imports
  const uploads = yield* UploadImports
  return handlers
    .handle("list", ({ query }) => Effect.flatMap(CallingAccount, ({ account_id: id }) => imports.list(id, query)))
    .handleRaw(
      "create",
      Effect.fnUntraced(function* ({ request }) {
        const { account_id, actor } = yield* CallingAccount
        return { data: yield* uploads.create(account_id, actor, yield* readInput(request)) }
      })
    )
    .handle(
      "get",
      Effect.fnUntraced(function* ({ params }) {
        return { data: yield* imports.read(yield* accountId, params.id) }
      })
    )
    .handleRaw(
      "upload",
      Effect.fnUntraced(function* ({ params, query: { from = 0 }, request }) {
        const bytes = yield* readFilePart(request, importLimits.part)
        return { data: yield* uploads.receive(yield* accountId, params.id, { from, bytes }) }
      })
    )
    .handle(
      "start",
      Effect.fnUntraced(function* ({ params }) {
        return { data: yield* uploads.start(yield* accountId, params.id) }
      })
    )
    .handle(
      "cancel",
      Effect.fnUntraced(function* ({ params }) {
        return { data: yield* uploads.cancel(yield* accountId, params.id) }
      })
    )
    .handle(
      "notes",
      Effect.fnUntraced(function* ({ params, query }) {
        return yield* imports.notes(yield* accountId, params.id, query)
      })
    )
    .handleRaw(
      "failures",
      Effect.fnUntraced(function* ({ params }) {
        const { layout, failures } = yield* imports.failures(yield* accountId, params.id)
        return HttpServerResponse.text(failuresCsv(layout, failures), {
          contentType: "text/csv; charset=utf-8",
          headers: { "content-disposition": 'attachment; filename="failed-rows.csv"' }
        })
      })
    )
})

export const ImportsHandlers = HttpApiBuilder.group(Api, "imports", build)
export const DashboardImportsHandlers = HttpApiBuilder.group(DashboardApi, "imports", build)
