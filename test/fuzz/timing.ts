import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { ApiResponse } from "../support/http/http.ts"
import type { SentRequest } from "./sendRequest.ts"
import { type FuzzedRequest, describeRequest } from "./requests.ts"

/** The limit of a response time, in milliseconds. */
export const maxMillis = 250

/** The most repetitions of a slow request, and of scenarios. */
const [tries, lives] = [5, 20]

/** A request with its response, and the milliseconds until its last byte. */
export interface TimedResponse {
  readonly one: FuzzedRequest
  readonly answer: ApiResponse | undefined
  readonly millis: number
}

/** A request slower than the limit beside others, and its fastest time alone, in milliseconds. */
export interface SlowRequest {
  readonly beside: number
  readonly millis: number
  readonly request: string
}

// Counted attempts would throttle the same call.
const forgetAttempts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`DELETE FROM sign_in_attempts`
}).pipe(Effect.orDie)

/**
 * The least time of several repetitions alone, since other load only adds time. Repetitions count when their status equals
 * the first; if none does, as after a deletion, those that were not rate limited.
 */
export const timeAlone = Effect.fnUntraced(function* (
  ask: (one: FuzzedRequest) => Effect.Effect<SentRequest>,
  { one, answer: first, millis: beside }: TimedResponse
) {
  const responses: Array<SentRequest> = []
  let alike: ReadonlyArray<SentRequest> = []
  while (responses.length < tries && !alike.some(({ took }) => took <= maxMillis)) {
    yield* forgetAttempts
    responses.push(yield* ask(one))
    alike = responses.filter(({ answer }) => answer?.status === first?.status)
  }
  const worked = responses.filter(({ answer }) => answer?.status !== 429)
  const millis = Math.min(beside, ...(alike.length > 0 ? alike : worked).map(({ took }) => took))
  return { beside, millis, request: describeRequest(one) } satisfies SlowRequest
})

/** Times the operations of the scenario, which cannot be repeated alone: runs it until each operation was fast in one run. */
export const timeScenarios = Effect.fnUntraced(function* <E, R>(
  live: (told: (judged: TimedResponse) => Effect.Effect<void>) => Effect.Effect<void, E, R>
) {
  const least = new Map<string, SlowRequest>()
  for (let lived = 0; lived < lives; lived++) {
    const most = new Map<string, TimedResponse>()
    yield* live((judged) =>
      Effect.sync(() => {
        const { name } = judged.one.operation
        if (judged.millis > (most.get(name)?.millis ?? 0)) most.set(name, judged)
      })
    )
    for (const [name, { one, millis }] of most) {
      const fastest = least.get(name)
      const beside = fastest?.beside ?? millis
      least.set(name, { beside, millis: Math.min(millis, fastest?.millis ?? millis), request: describeRequest(one) })
    }
    if ([...least.values()].every(({ millis }) => millis <= maxMillis)) break
  }
  return [...least.values()]
})
