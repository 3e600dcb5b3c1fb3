import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Flow, FlowChange, FlowInput, ListedFlow } from "../../domain/flows/Flow.ts"
import { FlowRun } from "../../domain/flows/FlowRun.ts"
import { MessagePreview, PreviewInput } from "../../domain/flows/MessagePreview.ts"
import { PageQuery } from "../../domain/lists/Page.ts"
import { BodyErrors, FlowChangedBody, NotFoundBody, UnavailableBody, ValidationFailedBody } from "../Errors.ts"
import { AccountAccess, SignedIn } from "./Access.ts"
import { created, page, single } from "./envelopes.ts"

const params = { account: Schema.String, id: Schema.String }

/** Flows and their runs (contract §9, §10). */
export class FlowsGroup extends HttpApiGroup.make("flows")
  .add(
    HttpApiEndpoint.get("list", "/accounts/:account/flows", {
      params: { account: Schema.String },
      query: PageQuery,
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
    HttpApiEndpoint.get("runs", "/accounts/:account/flows/:id/runs", {
      params,
      query: PageQuery,
      success: page(FlowRun),
      error: [NotFoundBody, UnavailableBody]
    })
  )
  .middleware(AccountAccess)
  .middleware(SignedIn) {}
