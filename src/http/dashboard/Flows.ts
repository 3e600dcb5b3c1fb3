import { Effect } from "effect"
import type { HttpServerRequest } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { ActingAccount } from "../../api/dashboard/Access.ts"
import { DashboardApi } from "../../api/dashboard/DashboardApi.ts"
import { ValidationFailed } from "../../domain/ValidationIssue.ts"
import { decodeFlow } from "../../domain/flows/decodeFlow.ts"
import { PreviewInput } from "../../domain/flows/MessagePreview.ts"
import { templatesOf } from "../../domain/flows/stepKinds.ts"
import { checkTemplates } from "../../messages/templates/checkTemplates.ts"
import { EditFlows } from "../../programs/flows/EditFlows.ts"
import { PreviewMessages } from "../../programs/messages/PreviewMessages.ts"
import { FlowRunQueries } from "../../store/flows/FlowRunQueries.ts"
import { Flows } from "../../store/flows/Flows.ts"
import { decodeJson, readJson } from "../server/Body.ts"
import { bodyLimit } from "../server/bodyLimit.ts"

// Not `payload`, which reads numbers as doubles: the order id keeps every digit.
const decodePreview = decodeJson(PreviewInput)

const readFlow = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest) {
  const body = yield* readJson(request, bodyLimit)
  return yield* Effect.fromResult(decodeFlow(body, checkTemplates))
})

const readPreview = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest) {
  return yield* decodePreview(yield* readJson(request, bodyLimit))
})

const templateIssues = ({ step, trigger }: PreviewInput) => checkTemplates(templatesOf(step, "step"), trigger)

export const FlowsHandlers = HttpApiBuilder.group(
  DashboardApi,
  "flows",
  Effect.fnUntraced(function* (handlers) {
    const flows = yield* Flows
    const editor = yield* EditFlows
    const runs = yield* FlowRunQueries
    const previews = yield* PreviewMessages
    const one = <A, E>(found: Effect.Effect<A, E>) => Effect.map(found, (data) => ({ data }))
    return handlers
      .handle("list", ({ query }) => Effect.flatMap(ActingAccount, ({ id }) => editor.list(id, query)))
      .handleRaw(
        "create",
        Effect.fnUntraced(function* ({ request }) {
          return { data: yield* editor.create((yield* ActingAccount).id, yield* readFlow(request)) }
        })
      )
      .handle("read", ({ params }) => Effect.flatMap(ActingAccount, ({ id }) => one(flows.read(id, params.id))))
      .handleRaw(
        "update",
        Effect.fnUntraced(function* ({ request, params }) {
          return { data: yield* editor.update((yield* ActingAccount).id, params.id, yield* readFlow(request)) }
        })
      )
      .handle("activate", ({ params }) =>
        Effect.flatMap(ActingAccount, ({ id }) => one(editor.activate(id, params.id)))
      )
      .handle("pause", ({ params }) => Effect.flatMap(ActingAccount, ({ id }) => one(editor.pause(id, params.id))))
      .handleRaw(
        "preview",
        Effect.fnUntraced(function* ({ request }) {
          const input = yield* readPreview(request)
          const issues = templateIssues(input)
          if (issues.length > 0) return yield* new ValidationFailed({ issues })
          return { data: yield* previews.message((yield* ActingAccount).id, input) }
        })
      )
      .handle("runs", ({ params, query }) => Effect.flatMap(ActingAccount, ({ id }) => runs.list(id, params.id, query)))
  })
)
