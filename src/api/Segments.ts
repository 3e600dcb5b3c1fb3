import { Schema } from "effect"
import { HttpApi, HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { CursorQuery, PageQuery, Pagination } from "../domain/lists/Page.ts"
import { SegmentExplanation } from "../domain/segments/explainSegment.ts"
import { Segment, SegmentChange, SegmentCount, SegmentInput } from "../domain/segments/Segment.ts"
import { Authorization, RequiredScope } from "./Authorization.ts"
import { ContactList } from "./Contacts.ts"
import { BodyErrors, NotFoundBody, UnavailableBody, ValidationFailedBody } from "./Errors.ts"
import { exact } from "./Exact.ts"

const params = { id: Schema.String }
const strictQuery = { errors: "all", onExcessProperty: "error" } as const

const One = Schema.Struct({ data: Segment }).annotate({ identifier: "SegmentAnswer" })
const List = Schema.Struct({ data: Schema.Array(Segment), pagination: Pagination }).annotate({
  identifier: "SegmentList"
})

/** Segments of contacts (contract §17). */
export class SegmentsGroup extends HttpApiGroup.make("segments")
  .add(
    HttpApiEndpoint.get("list", "/segments", {
      query: Schema.Struct(PageQuery),
      success: List,
      error: [ValidationFailedBody, UnavailableBody]
    })
      .annotate(RequiredScope, "segments_read")
      .annotate(HttpApi.QueryParseOptions, strictQuery)
      .annotate(OpenApi.Summary, "List segments")
      .annotate(OpenApi.Description, "By name."),
    HttpApiEndpoint.post("create", "/segments", {
      payload: SegmentInput,
      success: One.pipe(HttpApiSchema.status(201)),
      error: [...BodyErrors, UnavailableBody]
    })
      .annotate(RequiredScope, "segments_write")
      .annotate(OpenApi.Summary, "Create a segment")
      .annotate(
        OpenApi.Description,
        "`conditions` are groups of conditions: a contact is in the segment while every condition of any one group holds; no group means every contact. Fields: `contact.*` (`email`, `phone`, `first_name`, `last_name`, `email_consent`, `sms_consent`, `tags`, `custom_fields.…`, `order_count`, `first_order_at`, `last_order_at`, `created_at`, `country`, `total_spent.EUR`, `average_order.EUR`), `order.count`, `event.count`, `message.received` and `message.clicked`. `where` says which orders, events or messages are counted."
      ),
    HttpApiEndpoint.get("get", "/segments/:id", { params, success: One, error: [NotFoundBody, UnavailableBody] })
      .annotate(RequiredScope, "segments_read")
      .annotate(OpenApi.Summary, "Read a segment"),
    HttpApiEndpoint.patch("update", "/segments/:id", {
      params,
      payload: SegmentChange,
      success: One,
      error: [...BodyErrors, NotFoundBody, UnavailableBody]
    })
      .annotate(RequiredScope, "segments_write")
      .annotate(OpenApi.Summary, "Change a segment")
      .annotate(OpenApi.Description, "An omitted member stays. Repeating the call is safe."),
    HttpApiEndpoint.delete("remove", "/segments/:id", {
      params,
      success: One,
      error: [ValidationFailedBody, NotFoundBody, UnavailableBody]
    })
      .annotate(RequiredScope, "segments_write")
      .annotate(OpenApi.Summary, "Delete a segment")
      .annotate(
        OpenApi.Description,
        "Its contacts stay. The answer is the segment as it was. A segment that starts a flow is not deleted (422)."
      ),
    HttpApiEndpoint.get("count", "/segments/:id/count", {
      params,
      success: Schema.Struct({ data: SegmentCount }),
      error: [NotFoundBody, UnavailableBody]
    })
      .annotate(RequiredScope, "segments_read")
      .annotate(OpenApi.Summary, "Count the contacts in a segment")
      .annotate(OpenApi.Description, "Exact at the time of the call."),
    HttpApiEndpoint.get("members", "/segments/:id/members", {
      params,
      query: Schema.Struct(CursorQuery),
      success: exact(ContactList, "ContactList"),
      error: [ValidationFailedBody, NotFoundBody, UnavailableBody]
    })
      .annotate(RequiredScope, "segments_read")
      .annotate(HttpApi.QueryParseOptions, strictQuery)
      .annotate(OpenApi.Summary, "List the contacts in a segment")
      .annotate(
        OpenApi.Description,
        "Newest first. `cursor`, the `next_cursor` of the previous page, reads the next page, and returns every contact that stays in the segment exactly once. `total_count` is the exact number when the first page was read."
      ),
    HttpApiEndpoint.get("explain", "/segments/:id/contacts/:contact", {
      params: { ...params, contact: Schema.String },
      success: Schema.Struct({ data: SegmentExplanation }),
      error: [NotFoundBody, UnavailableBody]
    })
      .annotate(RequiredScope, "segments_read")
      .annotate(OpenApi.Summary, "Explain whether a contact is in a segment")
      .annotate(OpenApi.Description, "Every condition of the segment, and whether it holds for the contact.")
  )
  .middleware(Authorization) {}
