import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { EventInput } from "../domain/events/EventInput.ts"
import { Authorization, RequiredScope } from "./Authorization.ts"
import { BodyLimit } from "./BodyLimit.ts"
import { BodyErrors, KeyReusedBody, NotFoundBody, UnavailableBody } from "./Errors.ts"
import { preferHeader, preferred, warnings } from "./Preferences.ts"

/** Largest body of an event, in bytes (contract §1). */
export const eventLimit = 256 * 1024

const EventAccepted = Schema.Struct({
  data: Schema.Struct({ event_id: Schema.String, status: Schema.Literal("accepted") }),
  idempotent_replay: Schema.optionalKey(Schema.Literal(true)),
  ...warnings
}).annotate({ identifier: "EventAccepted" })

export class EventsGroup extends HttpApiGroup.make("events")
  .add(
    HttpApiEndpoint.post("ingest", "/events", {
      headers: { "idempotency-key": Schema.optionalKey(Schema.String), ...preferHeader },
      payload: EventInput,
      success: preferred(EventAccepted),
      error: [...BodyErrors, NotFoundBody, KeyReusedBody, UnavailableBody]
    })
      .annotate(RequiredScope, "events_write")
      .annotate(BodyLimit, eventLimit)
      .annotate(OpenApi.Summary, "Ingest a custom event")
      .annotate(
        OpenApi.Description,
        "Stores an event of the contact identified by exactly one of `email`, `phone` and `contact_id`; an unknown e-mail or phone creates a contact. The event starts the flows of its `event_type`, unless it is older than 72 hours. With `Idempotency-Key`, or `idempotency_key` in the body, repeating is safe for 30 days: the first response is returned again with `idempotent_replay`; another body with the same key is a 409. `Prefer: handling=lenient` leaves out an invalid `email`, `phone` or `contact_id` when another of them is valid, and lists it under `warnings`."
      )
  )
  .middleware(Authorization) {}
