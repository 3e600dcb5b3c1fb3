import { Effect } from "effect"
import type { HttpServerRequest } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../../api/Api.ts"
import { CallingAccount } from "../../api/CallingAccount.ts"
import { DashboardApi } from "../../api/dashboard/DashboardApi.ts"
import type { FlowsGroup } from "../../api/Flows.ts"
import { accountId } from "./accountId.ts"
import type { HandlersOf } from "./AccountGroup.ts"
import { decodeBacktest } from "../../domain/backtests/decodeBacktest.ts"
import { blockConditionIssues } from "../../domain/content/blockConditionIssues.ts"
import { languageIssues } from "../../domain/content/placedContents.ts"
import { campaignSubject } from "../../domain/campaigns/decodeCampaign.ts"
import { conditionSubject } from "../../domain/flows/checkDefinition.ts"
import { withinContent } from "../../domain/content/oversizedContent.ts"
import { isObject } from "../../domain/json/Json.ts"
import { ValidationFailed } from "../../domain/ValidationIssue.ts"
import { decodeFlow } from "../../domain/flows/decodeFlow.ts"
import { PreviewInput, TestMessageInput } from "../../domain/flows/MessagePreview.ts"
import { HoldoutInput } from "../../domain/lift/Lift.ts"
import { templatesOf } from "../../domain/flows/stepKinds.ts"
import { checkCampaignTemplates } from "../../outbound/templates/checkCampaignTemplates.ts"
import { checkTemplates } from "../../outbound/templates/checkTemplates.ts"
import { EditFlows } from "../../programs/flows/EditFlows.ts"
import { PreviewMessages } from "../../programs/messages/PreviewMessages.ts"
import { CheckSender } from "../../programs/senders/CheckSender.ts"
import { ReadReports } from "../../programs/reports/ReadReports.ts"
import { Accounts } from "../../store/accounts/Accounts.ts"
import { FlowRuns } from "../../store/flows/FlowRuns.ts"
import { Flows } from "../../store/flows/Flows.ts"
import { FlowVersions } from "../../store/flows/FlowVersions.ts"
import { decodeJson, readJson } from "../server/Body.ts"
import { bodyLimit } from "../server/bodyLimit.ts"
import { payload } from "../server/payload.ts"
import { Backtests } from "../../programs/backtests/Backtests.ts"

// Not `payload`, which reads numbers as doubles: the order id keeps every digit.
const decodePreview = decodeJson(PreviewInput)

const readHoldout = payload(HoldoutInput)

const readFlow = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest) {
  const body = yield* readJson(request, bodyLimit)
  return yield* Effect.fromResult(decodeFlow(body, checkTemplates))
})

const decodeTest = decodeJson(TestMessageInput)

const readBounded = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest) {
  const body = yield* readJson(request, bodyLimit)
  const step = isObject(body) && isObject(body["step"]) ? body["step"] : {}
  const { oversized } = withinContent(step, "step")
  if (oversized.length > 0) return yield* new ValidationFailed({ issues: oversized })
  return body
})

const withValidTemplates = <Input extends Pick<PreviewInput, "step" | "trigger">>(input: Input) => {
  const issues = templateIssues(input)
  return issues.length > 0 ? Effect.fail(new ValidationFailed({ issues })) : Effect.succeed(input)
}

const templateIssues = ({ step, trigger }: Pick<PreviewInput, "step" | "trigger">) => {
  const templates = templatesOf(step, "step")
  const subject = trigger === "campaign" ? campaignSubject : conditionSubject(trigger)
  return [
    ...languageIssues(step, "step"),
    ...(step.type === "send_email" ? blockConditionIssues(step, "step", subject) : []),
    ...(trigger === "campaign" ? checkCampaignTemplates(templates) : checkTemplates(templates, trigger))
  ]
}

const build = Effect.fnUntraced(function* (handlers: HandlersOf<typeof FlowsGroup>) {
  const accounts = yield* Accounts
  const flows = yield* Flows
  const editor = yield* EditFlows
  const runs = yield* FlowRuns
  const reports = yield* ReadReports
  const versions = yield* FlowVersions
  const previews = yield* PreviewMessages
  const tests = yield* CheckSender
  const backtests = (yield* Backtests).flows
  const one = <A, E>(found: Effect.Effect<A, E>) => Effect.map(found, (data) => ({ data }))
  return handlers
    .handle("list", ({ query }) => Effect.flatMap(CallingAccount, ({ account_id: id }) => editor.list(id, query)))
    .handleRaw(
      "create",
      Effect.fnUntraced(function* ({ request }) {
        return { data: yield* editor.create((yield* CallingAccount).account_id, yield* readFlow(request)) }
      })
    )
    .handle("get", ({ params }) => Effect.flatMap(accountId, (id) => one(flows.read(id, params.id))))
    .handleRaw(
      "update",
      Effect.fnUntraced(function* ({ request, params }) {
        return { data: yield* editor.update(yield* accountId, params.id, yield* readFlow(request)) }
      })
    )
    .handle("activate", ({ params }) => Effect.flatMap(accountId, (id) => one(editor.activate(id, params.id))))
    .handle("pause", ({ params }) => Effect.flatMap(accountId, (id) => one(editor.pause(id, params.id))))
    .handleRaw(
      "preview",
      Effect.fnUntraced(function* ({ request }) {
        const input = yield* withValidTemplates(yield* decodePreview(yield* readBounded(request)))
        return { data: yield* previews.message((yield* CallingAccount).account_id, input) }
      })
    )
    .handleRaw(
      "sendPreview",
      Effect.fnUntraced(function* ({ request }) {
        const input = yield* withValidTemplates(yield* decodeTest(yield* readBounded(request)))
        const { account_id, user } = yield* CallingAccount
        return { data: yield* tests.testStep(yield* accounts.find(account_id), input, user?.email ?? null) }
      })
    )
    .handleRaw(
      "backtest",
      Effect.fnUntraced(function* ({ request }) {
        const body = yield* readJson(request, bodyLimit)
        const input = yield* Effect.fromResult(decodeBacktest(body, checkTemplates))
        return { data: yield* backtests.part((yield* CallingAccount).account_id, input) }
      })
    )
    .handle(
      "report",
      Effect.fnUntraced(function* ({ params, query: { days = "30" } }) {
        return { data: yield* reports.flow(yield* accounts.find(yield* accountId), params.id, Number(days)) }
      })
    )
    .handleRaw(
      "setHoldout",
      Effect.fnUntraced(function* ({ request, params }) {
        const { holdout_percent } = yield* readHoldout(request)
        return { data: yield* editor.setHoldout(yield* accountId, params.id, holdout_percent) }
      })
    )
    .handle("languages", ({ params }) => Effect.flatMap(accountId, (id) => one(editor.languages(id, params.id))))
    .handle("lift", ({ params }) => Effect.flatMap(accountId, (id) => one(reports.liftOfFlow(id, params.id))))
    .handle("runs", ({ params, query }) => Effect.flatMap(accountId, (id) => runs.list(id, params.id, query)))
    .handle("cancelRun", ({ params }) =>
      Effect.flatMap(accountId, (account_id) =>
        Effect.as(editor.cancelRun({ account_id, flow_id: params.id, run_id: params.run }), { data: null })
      )
    )
    .handle(
      "versions",
      Effect.fnUntraced(function* ({ params, query }) {
        const id = yield* accountId
        yield* flows.read(id, params.id)
        return yield* versions.list(id, params.id, query)
      })
    )
    .handle(
      "version",
      Effect.fnUntraced(function* ({ params }) {
        const id = yield* accountId
        yield* flows.read(id, params.id)
        return { data: yield* versions.read(id, params.id, params.version) }
      })
    )
    .handle("remove", ({ params }) =>
      Effect.flatMap(accountId, (id) => Effect.as(editor.remove(id, params.id), { data: null }))
    )
})

export const FlowsHandlers = HttpApiBuilder.group(Api, "flows", build)
export const DashboardFlowsHandlers = HttpApiBuilder.group(DashboardApi, "flows", build)
