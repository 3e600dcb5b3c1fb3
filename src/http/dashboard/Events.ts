import { Clock, Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { ActingAccount } from "../../api/dashboard/Access.ts"
import { DashboardApi } from "../../api/dashboard/DashboardApi.ts"
import { NotFound } from "../../domain/Errors.ts"
import { whyNotStarted } from "../../domain/events/whyNotStarted.ts"
import { EventQueries } from "../../store/events/EventQueries.ts"
import { TriggerOutcomes } from "../../store/flows/TriggerOutcomes.ts"
import { idPage } from "./keysetPage.ts"

export const DashboardEventsHandlers = HttpApiBuilder.group(
  DashboardApi,
  "events",
  Effect.fnUntraced(function* (handlers) {
    const events = yield* EventQueries
    const runs = yield* TriggerOutcomes
    return handlers.handleAll({
      list: ({ query }) =>
        Effect.flatMap(ActingAccount, ({ id: account_id }) => {
          const { contact_id = null } = query
          return idPage(
            query,
            (slice) => events.list({ account_id, contact_id, ...slice }),
            (max) => events.count(account_id, contact_id, max)
          )
        }),
      read: Effect.fnUntraced(function* ({ params }) {
        const { id: account_id } = yield* ActingAccount
        const event = yield* events.get(account_id, params.id)
        if (event === undefined) return yield* new NotFound()
        const flows = yield* runs.read(account_id, [event.id])
        const times = {
          event_time: event.event_time.epochMilliseconds,
          received_at: event.received_at.epochMilliseconds
        }
        const now = yield* Clock.currentTimeMillis
        return { data: { event, flows, unstarted: whyNotStarted(now, times, flows) } }
      })
    })
  })
)
