import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { SegmentBacktestInput, SegmentBacktestPart } from "../domain/backtests/SegmentBacktest.ts"
import { CursorQuery, NamedListQuery, Pagination } from "../domain/lists/Page.ts"
import { SegmentExplanation } from "../domain/segments/explainSegment.ts"
import {
  Segment,
  SegmentChange,
  SegmentCount,
  SegmentCountQuery,
  SegmentDraft,
  SegmentInput
} from "../domain/segments/Segment.ts"
import { ContactList } from "./Contacts.ts"
import { BodyErrors, NotFoundBody, UnavailableBody, ValidationFailedBody } from "./Errors.ts"
import { exact } from "./Exact.ts"
import { access } from "./mounts.ts"

const params = { id: Schema.String }
const csv = Schema.String.pipe(HttpApiSchema.asText({ contentType: "text/csv" }))

const howCounted =
  "Exact. `counted_at` is null for a count of now. With so many contacts that one statement takes longer than five seconds, calls are answered 503 until the contacts are counted, each going on where the last one stopped; the count is then given for an hour, and `counted_at` says as of when it is. `counted_after` asks for one of after that time."

const One = Schema.Struct({ data: Segment }).annotate({ identifier: "SegmentAnswer" })
const List = Schema.Struct({ data: Schema.Array(Segment), pagination: Pagination }).annotate({
  identifier: "SegmentList"
})

/** Segments of contacts (contract §17). */
export class SegmentsGroup extends HttpApiGroup.make("segments").add(
  HttpApiEndpoint.get("list", "/segments", {
    query: NamedListQuery,
    success: List,
    error: [ValidationFailedBody, UnavailableBody]
  })
    .annotateMerge(access("segments_read"))
    .annotate(OpenApi.Summary, "List segments")
    .annotate(OpenApi.Description, "By name."),
  HttpApiEndpoint.post("create", "/segments", {
    payload: SegmentInput,
    success: One.pipe(HttpApiSchema.status(201)),
    error: [...BodyErrors, UnavailableBody]
  })
    .annotateMerge(access("segments_write"))
    .annotate(OpenApi.Summary, "Create a segment")
    .annotate(
      OpenApi.Description,
      "`conditions` are groups of conditions: a contact is in the segment while every condition of any one group holds; no group means every contact. Fields: `contact.*` (`email`, `phone`, `first_name`, `last_name`, `email_consent`, `sms_consent`, `tags`, `custom_fields.…`, `order_count`, `first_order_at`, `last_order_at`, `created_at`, `country`, `language`, `total_spent.EUR`, `average_order.EUR`), `order.count`, `event.count`, `message.received`, `message.clicked` and `viewed.count`, the products looked at. `where` says which orders, events, messages or views are counted."
    ),
  HttpApiEndpoint.post("countDraft", "/segments/count", {
    query: SegmentCountQuery,
    payload: SegmentDraft,
    success: Schema.Struct({ data: SegmentCount }),
    error: [...BodyErrors, UnavailableBody]
  })
    .annotateMerge(access("segments_read"))
    .annotate(OpenApi.Summary, "Count the contacts that conditions match")
    .annotate(OpenApi.Description, `Of conditions that are not saved as a segment. ${howCounted}`),
  HttpApiEndpoint.post("draftMembers", "/segments/members", {
    query: CursorQuery,
    payload: SegmentDraft,
    success: exact(ContactList, "ContactList"),
    error: [...BodyErrors, UnavailableBody]
  })
    .annotateMerge(access("contacts_read"))
    .annotate(OpenApi.Summary, "List the contacts that conditions match")
    .annotate(
      OpenApi.Description,
      "Of conditions that are not saved as a segment. Newest first, by cursor as the contacts in a segment; a cursor is valid for its conditions only."
    ),
  HttpApiEndpoint.post("backtest", "/segments/backtest", {
    payload: SegmentBacktestInput,
    success: Schema.Struct({ data: SegmentBacktestPart }),
    error: [...BodyErrors, NotFoundBody, UnavailableBody]
  })
    .annotateMerge(access("segments_read"))
    .annotate(OpenApi.Summary, "Backtest a segment")
    .annotate(
      OpenApi.Description,
      "Who would have been in a segment, saved or not, on each day of a span of the past, by the same rule as now. Nothing is saved. Each call looks at as many contacts as a second allows: repeat it with `next_cursor` as `cursor` until that is null, and add the figures up. Fails with 422 for conditions whose past no record tells."
    ),
  HttpApiEndpoint.get("get", "/segments/:id", { params, success: One, error: [NotFoundBody, UnavailableBody] })
    .annotateMerge(access("segments_read"))
    .annotate(OpenApi.Summary, "Read a segment"),
  HttpApiEndpoint.patch("update", "/segments/:id", {
    params,
    payload: SegmentChange,
    success: One,
    error: [...BodyErrors, NotFoundBody, UnavailableBody]
  })
    .annotateMerge(access("segments_write"))
    .annotate(OpenApi.Summary, "Change a segment")
    .annotate(OpenApi.Description, "An omitted member stays. Repeating the call is safe."),
  HttpApiEndpoint.delete("remove", "/segments/:id", {
    params,
    success: One,
    error: [ValidationFailedBody, NotFoundBody, UnavailableBody]
  })
    .annotateMerge(access("segments_write"))
    .annotate(OpenApi.Summary, "Delete a segment")
    .annotate(
      OpenApi.Description,
      "Its contacts stay. The answer is the segment as it was. A segment that starts a flow is not deleted (422)."
    ),
  HttpApiEndpoint.get("count", "/segments/:id/count", {
    params,
    query: SegmentCountQuery,
    success: Schema.Struct({ data: SegmentCount }),
    error: [ValidationFailedBody, NotFoundBody, UnavailableBody]
  })
    .annotateMerge(access("segments_read"))
    .annotate(OpenApi.Summary, "Count the contacts in a segment")
    .annotate(OpenApi.Description, howCounted),
  HttpApiEndpoint.get("members", "/segments/:id/members", {
    params,
    query: CursorQuery,
    success: exact(ContactList, "ContactList"),
    error: [ValidationFailedBody, NotFoundBody, UnavailableBody]
  })
    .annotateMerge(access("segments_read"))
    .annotate(OpenApi.Summary, "List the contacts in a segment")
    .annotate(
      OpenApi.Description,
      "Newest first. `cursor`, the `next_cursor` of the previous page, reads the next page, and returns every contact that stays in the segment exactly once. `total_count` is the exact number when the first page was read, or the count that is kept."
    ),
  HttpApiEndpoint.get("export", "/segments/:id/export", {
    params,
    success: csv,
    error: [NotFoundBody, UnavailableBody]
  })
    .annotateMerge(access("segments_read"))
    .annotate(OpenApi.Summary, "Export the contacts in a segment")
    .annotate(OpenApi.Description, "A CSV file of the contacts, newest first, sent as it is read."),
  HttpApiEndpoint.get("explain", "/segments/:id/contacts/:contact", {
    params: { ...params, contact: Schema.String },
    success: Schema.Struct({ data: SegmentExplanation }),
    error: [NotFoundBody, UnavailableBody]
  })
    .annotateMerge(access("segments_read"))
    .annotate(OpenApi.Summary, "Explain whether a contact is in a segment")
    .annotate(OpenApi.Description, "Every condition of the segment, and whether it holds for the contact.")
) {}
