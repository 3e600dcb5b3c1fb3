import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { EventInput } from "../domain/events/EventInput.ts"
import { Authorization, RequiredScope } from "./Authorization.ts"
import { BodyLimit } from "./BodyLimit.ts"
import { BodyErrors, KeyReusedBody, NotFoundBody, UnavailableBody } from "./Errors.ts"
import { preferHeader, preferred, warnings } from "./Preferences.ts"

/** Bytes of an event (contract §1). */
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
        "Stores an event of a contact, who is named by exactly one of `email`, `phone` and `contact_id`; an e-mail or phone that is new makes a contact. The flows of its `event_type` start, unless it is older than 72 hours. `Idempotency-Key`, or `idempotency_key` in the body, makes repeating safe for 30 days: the first answer comes again with `idempotent_replay`, another body is refused with 409. `Prefer: handling=lenient` leaves out an `email`, `phone` or `contact_id` that can't be read beside another of them, and names it under `warnings`."
      )
  )
  .middleware(Authorization) {}
