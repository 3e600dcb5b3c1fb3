import { Clock, Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../../api/Api.ts"
import { Caller } from "../../api/Authorization.ts"
import { eventLimit } from "../../api/Events.ts"
import { makeId } from "../../domain/values/Id.ts"
import { bodyText } from "../../domain/events/Idempotency.ts"
import { readEvent, toIngestEvent } from "../../domain/events/readEvent.ts"
import { IngestEvents } from "../../programs/events/IngestEvents.ts"
import { digestOf } from "../../store/database/Digest.ts"
import { readJson } from "../server/Body.ts"
import { appliedHeaders, handlingOf } from "./Preferences.ts"

export const EventsHandlers = HttpApiBuilder.group(
  Api,
  "events",
  Effect.fnUntraced(function* (handlers) {
    const events = yield* IngestEvents
    // Raw: event data is stored to the digit.
    return handlers.handleRaw(
      "ingest",
      Effect.fnUntraced(function* ({ request, headers }) {
        const { account_id, default_country, clock_offset } = yield* Caller
        const now = yield* Clock.currentTimeMillis
        const body = yield* readJson(request, eventLimit)
        const header = headers["idempotency-key"]
        const handling = handlingOf(request)
        const { input, warnings } = yield* readEvent(body, { default_country, key: header, now }, handling)
        // The header wins over the member; an empty key is none.
        const key = [header, input.idempotency_key].find((candidate) => (candidate ?? "") !== "")
        const { event_id, replayed } = yield* events.ingest(
          toIngestEvent(input, {
            account_id,
            default_country,
            clock_offset,
            now,
            event_id: yield* makeId("evt"),
            new_contact_id: yield* makeId("con"),
            keyed:
              key == null
                ? null
                : { account_id, operation: "events", key, digest: digestOf(bodyText(body, "idempotency_key")) }
          })
        )
        return HttpServerResponse.jsonUnsafe(
          {
            data: { event_id, status: "accepted" },
            ...(replayed ? { idempotent_replay: true } : {}),
            ...(handling === "lenient" ? { warnings } : {})
          },
          { headers: appliedHeaders({ dry: false, handling }) }
        )
      })
    )
  })
)
