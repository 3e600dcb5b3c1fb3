import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { ActingAccount, CurrentUser } from "../../api/dashboard/Access.ts"
import { DashboardApi } from "../../api/dashboard/DashboardApi.ts"
import { failuresCsv } from "../../domain/imports/failuresCsv.ts"
import { ImportInput, importLimits } from "../../domain/imports/Import.ts"
import { UploadImports } from "../../programs/imports/UploadImports.ts"
import { Imports } from "../../store/imports/Imports.ts"
import { readFilePart } from "../server/Body.ts"
import { payload } from "./payload.ts"

const readInput = payload(ImportInput)

export const ImportsHandlers = HttpApiBuilder.group(
  DashboardApi,
  "imports",
  Effect.fnUntraced(function* (handlers) {
    const imports = yield* Imports
    const uploads = yield* UploadImports
    return handlers
      .handle("list", ({ query }) => Effect.flatMap(ActingAccount, ({ id }) => imports.list(id, query)))
      .handleRaw(
        "create",
        Effect.fnUntraced(function* ({ request }) {
          const { id: actor } = yield* CurrentUser
          return { data: yield* uploads.create((yield* ActingAccount).id, actor, yield* readInput(request)) }
        })
      )
      .handle(
        "read",
        Effect.fnUntraced(function* ({ params }) {
          return { data: yield* imports.read((yield* ActingAccount).id, params.id) }
        })
      )
      .handleRaw(
        "upload",
        Effect.fnUntraced(function* ({ params, query: { from = 0 }, request }) {
          const bytes = yield* readFilePart(request, importLimits.part)
          return { data: yield* uploads.receive((yield* ActingAccount).id, params.id, { from, bytes }) }
        })
      )
      .handle(
        "start",
        Effect.fnUntraced(function* ({ params }) {
          return { data: yield* uploads.start((yield* ActingAccount).id, params.id) }
        })
      )
      .handle(
        "cancel",
        Effect.fnUntraced(function* ({ params }) {
          return { data: yield* uploads.cancel((yield* ActingAccount).id, params.id) }
        })
      )
      .handleRaw(
        "failures",
        Effect.fnUntraced(function* ({ params }) {
          const { layout, failures } = yield* imports.failures((yield* ActingAccount).id, params.id)
          return HttpServerResponse.text(failuresCsv(layout, failures), {
            contentType: "text/csv; charset=utf-8",
            headers: { "content-disposition": 'attachment; filename="failed-rows.csv"' }
          })
        })
      )
  })
)
