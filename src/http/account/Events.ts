import { Clock, Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../../api/Api.ts"
import { CallingAccount } from "../../api/CallingAccount.ts"
import { DashboardApi } from "../../api/dashboard/DashboardApi.ts"
import { eventLimit, type EventsGroup } from "../../api/Events.ts"
import { NotFound } from "../../domain/Errors.ts"
import { whyNotStarted } from "../../domain/events/whyNotStarted.ts"
import { Events } from "../../store/events/Events.ts"
import { FlowRuns } from "../../store/flows/FlowRuns.ts"
import type { HandlersOf } from "./AccountGroup.ts"
import { accountId } from "./accountId.ts"
import { idPage } from "./keysetPage.ts"
import { makeId } from "../../domain/values/Id.ts"
import { bodyText } from "../../domain/events/Idempotency.ts"
import { readEvent, toIngestEvent } from "../../domain/events/readEvent.ts"
import { IngestEvents } from "../../programs/events/IngestEvents.ts"
import { digestOf } from "../../store/keys/Digest.ts"
import { readJson } from "../server/Body.ts"
import { appliedHeaders, handlingOf } from "../public/Preferences.ts"

const build = Effect.fnUntraced(function* (handlers: HandlersOf<typeof EventsGroup>) {
  const events = yield* IngestEvents
  const queries = yield* Events
  const runs = yield* FlowRuns
  return (
    handlers
      .handleAll({
        list: ({ query }) =>
          Effect.flatMap(CallingAccount, ({ account_id }) => {
            const { contact_id = null } = query
            return idPage(
              query,
              (slice) => queries.list({ account_id, contact_id, ...slice }),
              (max) => queries.count(account_id, contact_id, max)
            )
          }),
        get: Effect.fnUntraced(function* ({ params }) {
          const account_id = yield* accountId
          const event = yield* queries.get(account_id, params.id)
          if (event === undefined) return yield* new NotFound()
          const flows = yield* runs.outcomes(account_id, [event.id])
          const times = {
            event_time: event.event_time.epochMilliseconds,
            received_at: event.received_at.epochMilliseconds
          }
          const now = yield* Clock.currentTimeMillis
          return { data: { event, flows, unstarted: whyNotStarted(now, times, flows) } }
        })
      })
      // Raw: event data is stored to the digit.
      .handleRaw(
        "ingest",
        Effect.fnUntraced(function* ({ request, headers }) {
          const { account_id, default_country, clock_offset } = yield* CallingAccount
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
  )
})

export const EventsHandlers = HttpApiBuilder.group(Api, "events", build)
export const DashboardEventsHandlers = HttpApiBuilder.group(DashboardApi, "events", build)
