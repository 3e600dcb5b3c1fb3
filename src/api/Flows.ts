import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { BacktestInput, BacktestPart } from "../domain/backtests/Backtest.ts"
import { Flow, FlowChange, FlowInput, ListedFlow } from "../domain/flows/Flow.ts"
import { FlowLanguages } from "../domain/flows/flowLanguages.ts"
import { FlowRun, RunState } from "../domain/flows/FlowRun.ts"
import { FlowVersion, FlowVersionDetails } from "../domain/flows/FlowVersion.ts"
import { MessagePreview, PreviewInput, TestMessageInput, TestMessageResult } from "../domain/flows/MessagePreview.ts"
import { HoldoutInput, Lift } from "../domain/lift/Lift.ts"
import { IdText } from "../domain/values/Id.ts"
import { NamedListQuery, PageQuery, VersionNumber } from "../domain/lists/Page.ts"
import { Period } from "../domain/reports/Activity.ts"
import { FlowReport } from "../domain/reports/FlowReport.ts"
import {
  BodyErrors,
  FlowChangedBody,
  NotFoundBody,
  RateLimitedBody,
  UnavailableBody,
  ValidationFailedBody
} from "./Errors.ts"
import { access } from "./mounts.ts"
import { created, page, single } from "./envelopes.ts"

const params = { id: Schema.String }

/** Flows and their runs (contract §9, §10). */
export class FlowsGroup extends HttpApiGroup.make("flows").add(
  HttpApiEndpoint.get("list", "/flows", {
    query: NamedListQuery,
    success: page(ListedFlow),
    error: UnavailableBody
  })
    .annotateMerge(access("flows_read"))
    .annotate(OpenApi.Summary, "List flows")
    .annotate(
      OpenApi.Description,
      "Newest first, without their definitions. The first call for an account adds the ready-made flows, paused."
    ),
  HttpApiEndpoint.post("create", "/flows", {
    payload: FlowInput,
    success: created(Flow),
    error: [...BodyErrors, UnavailableBody]
  })
    .annotateMerge(access("flows_write"))
    .annotate(OpenApi.Summary, "Create a flow")
    .annotate(
      OpenApi.Description,
      "A paused flow. `definition` has the trigger, filters, entry rule, exit rule and steps; its templates are Liquid."
    ),
  HttpApiEndpoint.get("get", "/flows/:id", {
    params,
    success: single(Flow),
    error: [NotFoundBody, UnavailableBody]
  })
    .annotateMerge(access("flows_read"))
    .annotate(OpenApi.Summary, "Read a flow")
    .annotate(OpenApi.Description, "With the definition of its newest version."),
  HttpApiEndpoint.put("update", "/flows/:id", {
    params,
    payload: FlowChange,
    success: single(Flow),
    error: [...BodyErrors, NotFoundBody, FlowChangedBody, UnavailableBody]
  })
    .annotateMerge(access("flows_write"))
    .annotate(OpenApi.Summary, "Change a flow")
    .annotate(
      OpenApi.Description,
      "Makes a new version; runs stay on theirs. With `version`, the version that the change is based on, the call fails with 409 once there is a newer one."
    ),
  HttpApiEndpoint.post("activate", "/flows/:id/activate", {
    params,
    success: single(Flow),
    error: [ValidationFailedBody, NotFoundBody, UnavailableBody]
  })
    .annotateMerge(access("flows_write"))
    .annotate(OpenApi.Summary, "Activate a flow")
    .annotate(
      OpenApi.Description,
      "From now on its trigger starts runs, and runs that the pause held go on. Fails with the faults of a sender that marketing mail needs."
    ),
  HttpApiEndpoint.post("pause", "/flows/:id/pause", {
    params,
    success: single(Flow),
    error: [NotFoundBody, UnavailableBody]
  })
    .annotateMerge(access("flows_write"))
    .annotate(OpenApi.Summary, "Pause a flow")
    .annotate(OpenApi.Description, "It starts no runs, and its runs are held until it is active again."),
  HttpApiEndpoint.put("setHoldout", "/flows/:id/holdout", {
    params,
    payload: HoldoutInput,
    success: single(Flow),
    error: [...BodyErrors, NotFoundBody, UnavailableBody]
  })
    .annotateMerge(access("flows_write"))
    .annotate(OpenApi.Summary, "Set the holdout of a flow")
    .annotate(
      OpenApi.Description,
      "From 0 to 20 percent of the people who enter it, chosen by chance for good, get none of its marketing messages, for comparison. A larger share keeps whom it has. Another share begins the comparison anew."
    ),
  HttpApiEndpoint.get("lift", "/flows/:id/lift", {
    params,
    success: single(Schema.NullOr(Lift)),
    error: [NotFoundBody, UnavailableBody]
  })
    .annotateMerge(access("flows_read"))
    .annotate(OpenApi.Summary, "Read the lift of a flow")
    .annotate(
      OpenApi.Description,
      "What its messages add to orders and revenue per person, compared with the people who are held out: of 30 days from the first entry on. Null without a holdout."
    ),
  HttpApiEndpoint.get("languages", "/flows/:id/languages", {
    params,
    success: single(FlowLanguages),
    error: [NotFoundBody, UnavailableBody]
  })
    .annotateMerge(access("flows_read"))
    .annotate(OpenApi.Summary, "List the languages that a flow lacks")
    .annotate(
      OpenApi.Description,
      "The languages that contacts read and some message of the newest version is not in: these contacts would get another one. It prevents no activation. Of an account of more than 10,000 contacts the newest and the oldest 5,000 are read."
    ),
  HttpApiEndpoint.post("preview", "/flows/preview", {
    payload: PreviewInput,
    success: single(MessagePreview),
    error: [...BodyErrors, NotFoundBody, UnavailableBody]
  })
    .annotateMerge(access("flows_read"))
    .annotate(OpenApi.Summary, "Preview a message of a flow")
    .annotate(
      OpenApi.Description,
      "Renders the step for a contact, with an order or event if they are named. Nothing is saved or sent."
    ),
  HttpApiEndpoint.post("sendPreview", "/flows/preview/send", {
    payload: TestMessageInput,
    success: single(TestMessageResult),
    error: [...BodyErrors, NotFoundBody, RateLimitedBody, UnavailableBody]
  })
    .annotateMerge(access("flows_write"))
    .annotate(OpenApi.Summary, "Send a mail to try it out")
    .annotate(
      OpenApi.Description,
      "Renders an e-mail of a flow or campaign as the preview does, and sends it to `to`. At most ten test mails an hour; of a sender whose domain is not proven, only to the own address of a user at the dashboard. `spam` is what the spam filter of the service says of the mail, where the service has one."
    ),
  HttpApiEndpoint.post("backtest", "/flows/backtest", {
    payload: BacktestInput,
    success: single(BacktestPart),
    error: [...BodyErrors, NotFoundBody, UnavailableBody]
  })
    .annotateMerge(access("flows_read"))
    .annotate(OpenApi.Summary, "Backtest a flow")
    .annotate(
      OpenApi.Description,
      "What a flow, saved or a draft, would have done in a span of the past, by the same decisions as live. Nothing is saved or sent. Each call looks at as many contacts as a second allows: repeat it with `next_cursor` as `cursor` until that is null, and add the figures up. Fails with 422 for a trigger whose past no record tells."
    ),
  HttpApiEndpoint.get("report", "/flows/:id/report", {
    params,
    query: { days: Schema.optionalKey(Period) },
    success: single(FlowReport),
    error: [ValidationFailedBody, NotFoundBody, UnavailableBody]
  })
    .annotateMerge(access("flows_read"))
    .annotate(OpenApi.Summary, "Read the report of a flow")
    .annotate(
      OpenApi.Description,
      "Runs, messages, clicks and attributed revenue by step, by default of the last 30 days."
    ),
  HttpApiEndpoint.get("runs", "/flows/:id/runs", {
    params,
    query: { ...PageQuery, state: Schema.optionalKey(RunState), step: Schema.optionalKey(IdText) },
    success: page(FlowRun),
    error: [ValidationFailedBody, NotFoundBody, UnavailableBody]
  })
    .annotateMerge(access("flows_read"))
    .annotate(OpenApi.Summary, "List the runs of a flow")
    .annotate(OpenApi.Description, "Newest first, of all states or of `state`, at all steps or at `step`."),
  // Ends the run and skips its unsent messages.
  HttpApiEndpoint.post("cancelRun", "/flows/:id/runs/:run/cancel", {
    params: { ...params, run: IdText },
    success: single(Schema.Null),
    error: [NotFoundBody, UnavailableBody]
  })
    .annotateMerge(access("flows_write"))
    .annotate(OpenApi.Summary, "Cancel a run")
    .annotate(OpenApi.Description, "Ends the run and skips its unsent messages."),
  HttpApiEndpoint.get("versions", "/flows/:id/versions", {
    params,
    query: PageQuery,
    success: page(FlowVersion),
    error: [NotFoundBody, UnavailableBody]
  })
    .annotateMerge(access("flows_read"))
    .annotate(OpenApi.Summary, "List the versions of a flow")
    .annotate(OpenApi.Description, "Newest first."),
  HttpApiEndpoint.get("version", "/flows/:id/versions/:version", {
    params: { ...params, version: VersionNumber },
    success: single(FlowVersionDetails),
    error: [NotFoundBody, UnavailableBody]
  })
    .annotateMerge(access("flows_read"))
    .annotate(OpenApi.Summary, "Read a version of a flow")
    .annotate(OpenApi.Description, "With its definition."),
  // Ends the flow's runs; runs and messages stay in the history of contacts.
  HttpApiEndpoint.delete("remove", "/flows/:id", {
    params,
    success: single(Schema.Null),
    error: [NotFoundBody, UnavailableBody]
  })
    .annotateMerge(access("flows_write"))
    .annotate(OpenApi.Summary, "Delete a flow")
    .annotate(OpenApi.Description, "Ends its runs; runs and messages stay in the history of contacts.")
) {}
