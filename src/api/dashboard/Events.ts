import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { TriggerOutcome } from "../../domain/flows/TriggerOutcome.ts"
import { UnstartedReason } from "../../domain/reasons.ts"
import { IdText } from "../../domain/values/Id.ts"
import { CursorQuery } from "../../domain/lists/Page.ts"
import { Timestamp } from "../../domain/values/Time.ts"
import { NotFoundBody, UnavailableBody, ValidationFailedBody } from "../Errors.ts"
import { AccountAccess, SignedIn } from "./Access.ts"
import { page, single } from "./envelopes.ts"

const account = { account: Schema.String }
const text = Schema.NullOr(Schema.String)

/** `contact` is the address of the contact, null once the contact is erased; `event_data` is JSON text, as sent. */
const ListedEvent = Schema.Struct({
  id: Schema.String,
  event_type: Schema.String,
  contact_id: text,
  contact: text,
  event_time: Timestamp,
  received_at: Timestamp,
  event_data: text,
  idempotency_key: text
}).annotate({ identifier: "ListedEvent" })

/** An event with the flows that it started or that refused it. Without any, `unstarted` gives the reason. */
const EventPage = Schema.Struct({
  event: ListedEvent,
  flows: Schema.Array(TriggerOutcome),
  unstarted: Schema.NullOr(UnstartedReason)
}).annotate({ identifier: "EventPage" })

export class DashboardEventsGroup extends HttpApiGroup.make("events")
  .add(
    HttpApiEndpoint.get("list", "/accounts/:account/events", {
      params: account,
      query: { ...CursorQuery, contact_id: Schema.optionalKey(IdText) },
      success: page(ListedEvent),
      error: [ValidationFailedBody, UnavailableBody]
    }),
    HttpApiEndpoint.get("read", "/accounts/:account/events/:id", {
      params: { ...account, id: Schema.String },
      success: single(EventPage),
      error: [NotFoundBody, UnavailableBody]
    })
  )
  .middleware(AccountAccess)
  .middleware(SignedIn) {}
