import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Flow, FlowChange, FlowInput, ListedFlow } from "../../domain/flows/Flow.ts"
import { FlowRun, RunState } from "../../domain/flows/FlowRun.ts"
import { FlowVersion, FlowVersionDetails } from "../../domain/flows/FlowVersion.ts"
import { MessagePreview, PreviewInput } from "../../domain/flows/MessagePreview.ts"
import { IdText } from "../../domain/values/Id.ts"
import { NamedListQuery, PageQuery, VersionNumber } from "../../domain/lists/Page.ts"
import { Period } from "../../domain/reports/Activity.ts"
import { FlowReport } from "../../domain/reports/FlowReport.ts"
import { BodyErrors, FlowChangedBody, NotFoundBody, UnavailableBody, ValidationFailedBody } from "../Errors.ts"
import { AccountAccess, SignedIn } from "./Access.ts"
import { created, page, single } from "./envelopes.ts"

const params = { account: Schema.String, id: Schema.String }

/** Flows and their runs (contract §9, §10). */
export class FlowsGroup extends HttpApiGroup.make("flows")
  .add(
    HttpApiEndpoint.get("list", "/accounts/:account/flows", {
      params: { account: Schema.String },
      query: NamedListQuery,
      success: page(ListedFlow),
      error: UnavailableBody
    }),
    HttpApiEndpoint.post("create", "/accounts/:account/flows", {
      params: { account: Schema.String },
      payload: FlowInput,
      success: created(Flow),
      error: [...BodyErrors, UnavailableBody]
    }),
    HttpApiEndpoint.get("read", "/accounts/:account/flows/:id", {
      params,
      success: single(Flow),
      error: [NotFoundBody, UnavailableBody]
    }),
    HttpApiEndpoint.put("update", "/accounts/:account/flows/:id", {
      params,
      payload: FlowChange,
      success: single(Flow),
      error: [...BodyErrors, NotFoundBody, FlowChangedBody, UnavailableBody]
    }),
    HttpApiEndpoint.post("activate", "/accounts/:account/flows/:id/activate", {
      params,
      success: single(Flow),
      error: [ValidationFailedBody, NotFoundBody, UnavailableBody]
    }),
    HttpApiEndpoint.post("pause", "/accounts/:account/flows/:id/pause", {
      params,
      success: single(Flow),
      error: [NotFoundBody, UnavailableBody]
    }),
    HttpApiEndpoint.post("preview", "/accounts/:account/flows/preview", {
      params: { account: Schema.String },
      payload: PreviewInput,
      success: single(MessagePreview),
      error: [...BodyErrors, NotFoundBody, UnavailableBody]
    }),
    HttpApiEndpoint.get("report", "/accounts/:account/flows/:id/report", {
      params,
      query: { days: Schema.optionalKey(Period) },
      success: single(FlowReport),
      error: [ValidationFailedBody, NotFoundBody, UnavailableBody]
    }),
    HttpApiEndpoint.get("runs", "/accounts/:account/flows/:id/runs", {
      params,
      query: { ...PageQuery, state: Schema.optionalKey(RunState), step: Schema.optionalKey(IdText) },
      success: page(FlowRun),
      error: [ValidationFailedBody, NotFoundBody, UnavailableBody]
    }),
    // Ends the run and skips its unsent messages.
    HttpApiEndpoint.post("cancelRun", "/accounts/:account/flows/:id/runs/:run/cancel", {
      params: { ...params, run: IdText },
      success: single(Schema.Null),
      error: [NotFoundBody, UnavailableBody]
    }),
    HttpApiEndpoint.get("versions", "/accounts/:account/flows/:id/versions", {
      params,
      query: PageQuery,
      success: page(FlowVersion),
      error: [NotFoundBody, UnavailableBody]
    }),
    HttpApiEndpoint.get("version", "/accounts/:account/flows/:id/versions/:version", {
      params: { ...params, version: VersionNumber },
      success: single(FlowVersionDetails),
      error: [NotFoundBody, UnavailableBody]
    }),
    // Ends the flow's runs; runs and messages stay in the history of contacts.
    HttpApiEndpoint.delete("remove", "/accounts/:account/flows/:id", {
      params,
      success: single(Schema.Null),
      error: [NotFoundBody, UnavailableBody]
    })
  )
  .middleware(AccountAccess)
  .middleware(SignedIn) {}
