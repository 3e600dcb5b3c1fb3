import { Effect } from "effect"
import type { HttpServerRequest } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../../api/Api.ts"
import { DashboardApi } from "../../api/dashboard/DashboardApi.ts"
import type { TemplatesGroup } from "../../api/Templates.ts"
import { TemplateChange } from "../../domain/templates/SavedTemplate.ts"
import { decodeTemplate } from "../../domain/templates/decodeTemplate.ts"
import { checkTemplates } from "../../outbound/templates/checkTemplates.ts"
import { EditTemplates } from "../../programs/templates/EditTemplates.ts"
import { readJson } from "../server/Body.ts"
import { bodyLimit } from "../server/bodyLimit.ts"
import { payload } from "../server/payload.ts"
import type { HandlersOf } from "./AccountGroup.ts"
import { accountId } from "./accountId.ts"

const readTemplate = (request: HttpServerRequest.HttpServerRequest) =>
  Effect.flatMap(readJson(request, bodyLimit), (body) =>
    // Any flow or campaign may use it, so that the data of each trigger is known.
    Effect.fromResult(decodeTemplate(body, (templates) => checkTemplates(templates, undefined)))
  )
const readChange = payload(TemplateChange)

const build = Effect.fnUntraced(function* (handlers: HandlersOf<typeof TemplatesGroup>) {
  const editor = yield* EditTemplates
  return handlers
    .handle("list", ({ query }) => Effect.flatMap(accountId, (id) => editor.list(id, query)))
    .handleRaw(
      "create",
      Effect.fnUntraced(function* ({ request }) {
        const input = yield* readTemplate(request)
        return { data: yield* editor.create(yield* accountId, input) }
      })
    )
    .handle(
      "get",
      Effect.fnUntraced(function* ({ params }) {
        return { data: yield* editor.read(yield* accountId, params.id) }
      })
    )
    .handleRaw(
      "rename",
      Effect.fnUntraced(function* ({ request, params }) {
        const { name } = yield* readChange(request)
        return { data: yield* editor.rename(yield* accountId, params.id, name) }
      })
    )
    .handle(
      "remove",
      Effect.fnUntraced(function* ({ params }) {
        return { data: yield* editor.remove(yield* accountId, params.id) }
      })
    )
})

export const TemplatesHandlers = HttpApiBuilder.group(Api, "templates", build)
export const DashboardTemplatesHandlers = HttpApiBuilder.group(DashboardApi, "templates", build)
