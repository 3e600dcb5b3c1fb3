import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { EventInput } from "../domain/events/EventInput.ts"
import { TriggerOutcome } from "../domain/flows/TriggerOutcome.ts"
import { CursorQuery } from "../domain/lists/Page.ts"
import { UnstartedReason } from "../domain/reasons.ts"
import { IdText } from "../domain/values/Id.ts"
import { Timestamp } from "../domain/values/Time.ts"
import { BodyLimit } from "./BodyLimit.ts"
import { page, single } from "./envelopes.ts"
import { BodyErrors, KeyReusedBody, NotFoundBody, UnavailableBody, ValidationFailedBody } from "./Errors.ts"
import { access } from "./mounts.ts"
import { preferHeader, preferred, warnings } from "./Preferences.ts"

/** Largest body of an event, in bytes (contract §1). */
export const eventLimit = 256 * 1024

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

const EventAccepted = Schema.Struct({
  data: Schema.Struct({ event_id: Schema.String, status: Schema.Literal("accepted") }),
  idempotent_replay: Schema.optionalKey(Schema.Literal(true)),
  ...warnings
}).annotate({ identifier: "EventAccepted" })

/** Events of contacts (contract §5). */
export class EventsGroup extends HttpApiGroup.make("events").add(
  HttpApiEndpoint.get("list", "/events", {
    query: { ...CursorQuery, contact_id: Schema.optionalKey(IdText) },
    success: page(ListedEvent),
    error: [ValidationFailedBody, UnavailableBody]
  })
    .annotateMerge(access("events_read"))
    .annotate(OpenApi.Summary, "List events")
    .annotate(
      OpenApi.Description,
      "Newest first, of all contacts or of `contact_id`. `event_data` is JSON text, as it was sent."
    ),
  HttpApiEndpoint.get("get", "/events/:id", {
    params: { id: Schema.String },
    success: single(EventPage),
    error: [NotFoundBody, UnavailableBody]
  })
    .annotateMerge(access("events_read"))
    .annotate(OpenApi.Summary, "Read an event")
    .annotate(
      OpenApi.Description,
      "With the flows that it started or that refused it. Without any, `unstarted` gives the reason."
    ),
  HttpApiEndpoint.post("ingest", "/events", {
    headers: { "idempotency-key": Schema.optionalKey(Schema.String), ...preferHeader },
    payload: EventInput,
    success: preferred(EventAccepted),
    error: [...BodyErrors, NotFoundBody, KeyReusedBody, UnavailableBody]
  })
    .annotateMerge(access("events_write"))
    .annotate(BodyLimit, eventLimit)
    .annotate(OpenApi.Summary, "Ingest a custom event")
    .annotate(
      OpenApi.Description,
      "Stores an event of the contact identified by exactly one of `email`, `phone` and `contact_id`; an unknown e-mail or phone creates a contact. The event starts the flows of its `event_type`, unless it is older than 72 hours. With `Idempotency-Key`, or `idempotency_key` in the body, repeating is safe for 30 days: the first response is returned again with `idempotent_replay`; another body with the same key is a 409. `Prefer: handling=lenient` leaves out an invalid `email`, `phone` or `contact_id` when another of them is valid, and lists it under `warnings`."
    )
) {}
