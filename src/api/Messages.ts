import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { listedDelivery, DeliveryAttempt } from "../domain/messages/ListedDelivery.ts"
import { listedMessage, Revenue } from "../domain/messages/ListedMessage.ts"
import { messageSortColumns } from "../domain/messages/ListedMessage.ts"
import { timelineEntry } from "../domain/messages/MessageEvent.ts"
import { MessageWhy } from "../domain/messages/MessageWhy.ts"
import { MessageStatus } from "../domain/messages/Message.ts"
import { IdText } from "../domain/values/Id.ts"
import { CursorQuery } from "../domain/lists/Page.ts"
import { sortQuery } from "../domain/lists/Sort.ts"
import { Text } from "../domain/values/Text.ts"
import { Timestamp } from "../domain/values/Time.ts"
import { ContactBody } from "./Contacts.ts"
import { BodyErrors, NotFoundBody, UnavailableBody, ValidationFailedBody } from "./Errors.ts"
import { access } from "./mounts.ts"
import { page, single } from "./envelopes.ts"

const params = { id: Schema.String }

const MessageBody = Schema.Struct({ ...listedMessage(Timestamp).fields, revenue: Schema.Array(Revenue) }).annotate({
  identifier: "Message"
})
const MessageWithTimeline = Schema.Struct({
  ...MessageBody.fields,
  timeline: Schema.Array(timelineEntry(Timestamp).annotate({ identifier: "TimelineEntry" })),
  why: MessageWhy
}).annotate({ identifier: "MessageWithTimeline" })
const DeliveryBody = listedDelivery(Timestamp, Schema.Array(DeliveryAttempt)).annotate({ identifier: "Delivery" })

/** Why an operator sets or lifts a compliance suppression. */
export const Reason = Schema.Struct({ reason: Text }).annotate({ identifier: "SuppressionReason" })

const MessageQuery = {
  ...CursorQuery,
  contact_id: Schema.optionalKey(IdText),
  flow_id: Schema.optionalKey(IdText),
  campaign_id: Schema.optionalKey(IdText),
  run_id: Schema.optionalKey(IdText),
  status: Schema.optionalKey(MessageStatus),
  sort: sortQuery(messageSortColumns)
}

export class MessagesGroup extends HttpApiGroup.make("messages").add(
  HttpApiEndpoint.get("list", "/messages", {
    query: MessageQuery,
    success: page(MessageBody),
    error: [ValidationFailedBody, UnavailableBody]
  })
    .annotateMerge(access("messages_read"))
    .annotate(OpenApi.Summary, "List messages")
    .annotate(OpenApi.Description, "Newest first, of a contact, flow, campaign or run, or of all."),
  HttpApiEndpoint.get("export", "/message-export", {
    query: MessageQuery,
    success: Schema.String.pipe(HttpApiSchema.asText({ contentType: "text/csv" })),
    error: [ValidationFailedBody, UnavailableBody]
  })
    .annotateMerge(access("messages_read"))
    .annotate(OpenApi.Summary, "Export messages")
    .annotate(OpenApi.Description, "A CSV file of the messages that the filters find, sent as it is read."),
  // The timeline is oldest first.
  HttpApiEndpoint.get("get", "/messages/:id", {
    params,
    success: single(MessageWithTimeline),
    error: [NotFoundBody, UnavailableBody]
  })
    .annotateMerge(access("messages_read"))
    .annotate(OpenApi.Summary, "Read a message")
    .annotate(OpenApi.Description, "With its timeline, oldest first, and why the contact got it."),
  HttpApiEndpoint.get("revenue", "/revenue", {
    success: single(Schema.Array(Schema.Struct({ flow_id: Schema.NullOr(Schema.String), ...Revenue.fields }))),
    error: UnavailableBody
  })
    .annotateMerge(access("reports_read"))
    .annotate(OpenApi.Summary, "Read the attributed revenue")
    .annotate(OpenApi.Description, "By flow and currency."),
  HttpApiEndpoint.get("deliveries", "/deliveries", {
    query: CursorQuery,
    success: page(DeliveryBody),
    error: [ValidationFailedBody, UnavailableBody]
  })
    .annotateMerge(access("webhooks_read"))
    .annotate(OpenApi.Summary, "List webhook deliveries")
    .annotate(OpenApi.Description, "Newest first, with the attempts of each."),
  HttpApiEndpoint.post("redeliver", "/deliveries/:id/redeliver", {
    params,
    success: single(Schema.Struct({ id: Schema.String })),
    error: [NotFoundBody, UnavailableBody]
  })
    .annotateMerge(access("webhooks_write"))
    .annotate(OpenApi.Summary, "Send a webhook again")
    .annotate(OpenApi.Description, "With the payload and key that it had."),
  HttpApiEndpoint.post("suppress", "/contacts/:id/compliance-suppression", {
    params,
    payload: Reason,
    success: single(ContactBody),
    error: [...BodyErrors, NotFoundBody, UnavailableBody]
  })
    .annotateMerge(access("contacts_write"))
    .annotate(OpenApi.Summary, "Suppress a contact")
    .annotate(
      OpenApi.Description,
      "Sets `compliance_suppressed`, for which `reason` is kept in the consent ledger. Every other write of the contact is refused from then on."
    ),
  HttpApiEndpoint.delete("lift", "/contacts/:id/compliance-suppression", {
    params,
    success: single(ContactBody),
    error: [...BodyErrors, NotFoundBody, UnavailableBody]
  })
    .annotateMerge(access("contacts_write", "owner"))
    .annotate(OpenApi.Summary, "Lift the suppression of a contact")
    .annotate(OpenApi.Description, "The body with the `reason` is optional.")
) {}
