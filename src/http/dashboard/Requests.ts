import { Clock, Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { ActingAccount } from "../../api/dashboard/Access.ts"
import { DashboardApi } from "../../api/dashboard/DashboardApi.ts"
import { invalid } from "../../domain/ValidationIssue.ts"
import { invalidCursor } from "../../domain/lists/ListPosition.ts"
import { isRequestId, successors } from "../../domain/accounts/LoggedRequest.ts"
import { lastDays } from "../../domain/values/Time.ts"
import { RequestQueries } from "../../store/accounts/RequestQueries.ts"
import { idPage } from "../account/keysetPage.ts"

// Ids of entries are below 2^63.
const cursorForm = /^0\.[1-8]?\d{1,18}$/
const invalidRequestId = invalid("request_id", "Must be an X-Request-Id: letters, digits, dots, dashes and underscores")

export const RequestsHandlers = HttpApiBuilder.group(
  DashboardApi,
  "requests",
  Effect.fnUntraced(function* (handlers) {
    const requests = yield* RequestQueries
    return handlers
      .handle(
        "list",
        Effect.fnUntraced(function* ({ query }) {
          const { id } = yield* ActingAccount
          if (query.request_id !== undefined && !isRequestId(query.request_id)) return yield* invalidRequestId
          if (query.cursor !== undefined && !cursorForm.test(query.cursor)) return yield* invalidCursor
          return yield* idPage(
            query,
            (slice) => requests.list(id, query, slice),
            (max) => requests.count(id, query, max)
          )
        })
      )
      .handle(
        "deprecated",
        Effect.fnUntraced(function* () {
          const uses = yield* requests.deprecated((yield* ActingAccount).id)
          return { data: uses.map((use) => ({ ...use, successor: successors[use.endpoint] ?? "" })) }
        })
      )
      .handle(
        "usage",
        Effect.fnUntraced(function* () {
          const days = lastDays(yield* Clock.currentTimeMillis)
          const usage = yield* requests.days((yield* ActingAccount).id, days[0] ?? "")
          return {
            data: days.map((day) => usage.find((row) => row.day === day) ?? { day, calls: 0, limited: 0 })
          }
        })
      )
  })
)
