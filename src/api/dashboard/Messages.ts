import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { listedDelivery, DeliveryAttempt } from "../../domain/messages/ListedDelivery.ts"
import { listedMessage, Revenue } from "../../domain/messages/ListedMessage.ts"
import { messageSortColumns } from "../../domain/messages/ListedMessage.ts"
import { timelineEntry } from "../../domain/messages/MessageEvent.ts"
import { MessageStatus } from "../../domain/messages/Message.ts"
import { IdText } from "../../domain/values/Id.ts"
import { CursorQuery } from "../../domain/lists/Page.ts"
import { sortQuery } from "../../domain/lists/Sort.ts"
import { Text } from "../../domain/values/Text.ts"
import { Timestamp } from "../../domain/values/Time.ts"
import { ContactBody } from "../Contacts.ts"
import { BodyErrors, NotFoundBody, UnavailableBody, ValidationFailedBody } from "../Errors.ts"
import { AccountAccess, SignedIn } from "./Access.ts"
import { page, single } from "./envelopes.ts"

const account = { account: Schema.String }
const params = { account: Schema.String, id: Schema.String }

const MessageBody = Schema.Struct({ ...listedMessage(Timestamp).fields, revenue: Schema.Array(Revenue) }).annotate({
  identifier: "Message"
})
const MessageWithTimeline = Schema.Struct({
  ...MessageBody.fields,
  timeline: Schema.Array(timelineEntry(Timestamp).annotate({ identifier: "TimelineEntry" }))
}).annotate({ identifier: "MessageWithTimeline" })
const DeliveryBody = listedDelivery(Timestamp, Schema.Array(DeliveryAttempt)).annotate({ identifier: "Delivery" })

/** Why an operator sets or lifts a compliance suppression. */
export const Reason = Schema.Struct({ reason: Text })

const MessageQuery = {
  ...CursorQuery,
  contact_id: Schema.optionalKey(IdText),
  flow_id: Schema.optionalKey(IdText),
  campaign_id: Schema.optionalKey(IdText),
  run_id: Schema.optionalKey(IdText),
  status: Schema.optionalKey(MessageStatus),
  sort: sortQuery(messageSortColumns)
}

export class MessagesGroup extends HttpApiGroup.make("messages")
  .add(
    HttpApiEndpoint.get("list", "/accounts/:account/messages", {
      params: account,
      query: MessageQuery,
      success: page(MessageBody),
      error: [ValidationFailedBody, UnavailableBody]
    }),
    HttpApiEndpoint.get("export", "/accounts/:account/message-export", {
      params: account,
      query: MessageQuery,
      success: Schema.String.pipe(HttpApiSchema.asText({ contentType: "text/csv" })),
      error: [ValidationFailedBody, UnavailableBody]
    }),
    // The timeline is oldest first.
    HttpApiEndpoint.get("read", "/accounts/:account/messages/:id", {
      params,
      success: single(MessageWithTimeline),
      error: [NotFoundBody, UnavailableBody]
    }),
    HttpApiEndpoint.get("revenue", "/accounts/:account/revenue", {
      params: account,
      success: single(Schema.Array(Schema.Struct({ flow_id: Schema.NullOr(Schema.String), ...Revenue.fields }))),
      error: UnavailableBody
    }),
    HttpApiEndpoint.get("deliveries", "/accounts/:account/deliveries", {
      params: account,
      query: CursorQuery,
      success: page(DeliveryBody),
      error: [ValidationFailedBody, UnavailableBody]
    }),
    HttpApiEndpoint.post("redeliver", "/accounts/:account/deliveries/:id/redeliver", {
      params,
      success: single(Schema.Struct({ id: Schema.String })),
      error: [NotFoundBody, UnavailableBody]
    }),
    HttpApiEndpoint.post("suppress", "/accounts/:account/contacts/:id/compliance-suppression", {
      params,
      payload: Reason,
      success: single(ContactBody),
      error: [...BodyErrors, NotFoundBody, UnavailableBody]
    }),
    HttpApiEndpoint.delete("lift", "/accounts/:account/contacts/:id/compliance-suppression", {
      params,
      success: single(ContactBody),
      error: [...BodyErrors, NotFoundBody, UnavailableBody]
    })
  )
  .middleware(AccountAccess)
  .middleware(SignedIn) {}
