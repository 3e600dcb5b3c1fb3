import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { CursorQuery, NamedListQuery } from "../../domain/lists/Page.ts"
import { SegmentExplanation } from "../../domain/segments/explainSegment.ts"
import { Segment, SegmentChange, SegmentCount, SegmentDraft, SegmentInput } from "../../domain/segments/Segment.ts"
import { ContactBody } from "../Contacts.ts"
import { BodyErrors, NotFoundBody, UnavailableBody, ValidationFailedBody } from "../Errors.ts"
import { AccountAccess, SignedIn } from "./Access.ts"
import { created, page, single } from "./envelopes.ts"

const account = { account: Schema.String }
const params = { account: Schema.String, id: Schema.String }

/** Segments as in the public API, and the number of contacts for conditions that are not saved (contract §17). */
export class DashboardSegmentsGroup extends HttpApiGroup.make("segments")
  .add(
    HttpApiEndpoint.get("list", "/accounts/:account/segments", {
      params: account,
      query: NamedListQuery,
      success: page(Segment),
      error: UnavailableBody
    }),
    HttpApiEndpoint.post("create", "/accounts/:account/segments", {
      params: account,
      payload: SegmentInput,
      success: created(Segment),
      error: [...BodyErrors, UnavailableBody]
    }),
    HttpApiEndpoint.post("countDraft", "/accounts/:account/segments/count", {
      params: account,
      payload: SegmentDraft,
      success: single(SegmentCount),
      error: [...BodyErrors, UnavailableBody]
    }),
    HttpApiEndpoint.get("read", "/accounts/:account/segments/:id", {
      params,
      success: single(Segment),
      error: [NotFoundBody, UnavailableBody]
    }),
    HttpApiEndpoint.patch("change", "/accounts/:account/segments/:id", {
      params,
      payload: SegmentChange,
      success: single(Segment),
      error: [...BodyErrors, NotFoundBody, UnavailableBody]
    }),
    HttpApiEndpoint.delete("remove", "/accounts/:account/segments/:id", {
      params,
      success: single(Segment),
      error: [ValidationFailedBody, NotFoundBody, UnavailableBody]
    }),
    HttpApiEndpoint.get("count", "/accounts/:account/segments/:id/count", {
      params,
      success: single(SegmentCount),
      error: [NotFoundBody, UnavailableBody]
    }),
    HttpApiEndpoint.get("members", "/accounts/:account/segments/:id/members", {
      params,
      query: CursorQuery,
      success: page(ContactBody),
      error: [ValidationFailedBody, NotFoundBody, UnavailableBody]
    }),
    HttpApiEndpoint.get("export", "/accounts/:account/segments/:id/export", {
      params,
      success: Schema.String.pipe(HttpApiSchema.asText({ contentType: "text/csv" })),
      error: [NotFoundBody, UnavailableBody]
    }),
    HttpApiEndpoint.get("explain", "/accounts/:account/segments/:id/contacts/:contact", {
      params: { ...params, contact: Schema.String },
      success: single(SegmentExplanation),
      error: [NotFoundBody, UnavailableBody]
    })
  )
  .middleware(AccountAccess)
  .middleware(SignedIn) {}
