import { Clock, Effect } from "effect"
import type { HttpServerResponse } from "effect/http"
import { pace } from "../domain/Pace.ts"

// Ten at once, then 25 a second from each process, or hardly more than one every two seconds each to callers that go on when they have
// been told to wait: 64 get 37 a second.
const limit = { every: 40, ahead: 400, most: 2_000 }

/**
 * Refusals beyond a limit leave one after another, once there are many: whoever calls on in spite of them waits for each answer,
 * and the process is there for the others. The answer is the same, and nothing but the connection is held meanwhile.
 */
export const refusalPace = () => {
  let due = 0
  return (response: HttpServerResponse.HttpServerResponse): Effect.Effect<void> =>
    response.status !== 429
      ? Effect.void
      : Effect.flatMap(Clock.currentTimeMillis, (now) => {
          const next = pace(limit, due, now)
          due = next.due
          return next.wait === 0 ? Effect.void : Effect.sleep(next.wait)
        })
}
