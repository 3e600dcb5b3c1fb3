import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { ApiResponse } from "../support/http/http.ts"
import type { Asked } from "./ask.ts"
import { type FuzzedRequest, shown } from "./requests.ts"

/** More milliseconds than an answer may take. */
export const slow = 250

/** How often a call that was slow is timed by itself, at most, and how many lives are. */
const [tries, lives] = [5, 20]

/** A request with its answer, and milliseconds until its last byte. */
export interface Judged {
  readonly one: FuzzedRequest
  readonly answer: ApiResponse | undefined
  readonly millis: number
}

/** What took longer than `slow` beside others, and by itself: the quickest of some, in milliseconds. */
export interface Waited {
  readonly beside: number
  readonly millis: number
  readonly request: string
}

// Attempts that were counted would turn the same call away.
const forgetAttempts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`DELETE FROM sign_in_attempts`
}).pipe(Effect.orDie)

/**
 * What a call takes with nothing else under way, the least of several: what else the machine does adds to a time, and takes
 * nothing from it. Of the tries those count that ended as the first answer did, so that none is quick because it had less
 * to do; where none does (what was deleted is gone), those that were not turned away for their number.
 */
export const timeAlone = Effect.fnUntraced(function* (
  ask: (one: FuzzedRequest) => Effect.Effect<Asked>,
  { one, answer: first, millis: beside }: Judged
) {
  const responses: Array<Asked> = []
  let alike: ReadonlyArray<Asked> = []
  while (responses.length < tries && !alike.some(({ took }) => took <= slow)) {
    yield* forgetAttempts
    responses.push(yield* ask(one))
    alike = responses.filter(({ answer }) => answer?.status === first?.status)
  }
  const worked = responses.filter(({ answer }) => answer?.status !== 429)
  const millis = Math.min(beside, ...(alike.length > 0 ? alike : worked).map(({ took }) => took))
  return { beside, millis, request: shown(one) } satisfies Waited
})

/**
 * What the operations of a life take, whose calls are made one by one and cannot be made again: lives are lived until each
 * operation was quick in one of them, every one of its calls there.
 */
export const timeLives = Effect.fnUntraced(function* <E, R>(
  live: (told: (judged: Judged) => Effect.Effect<void>) => Effect.Effect<void, E, R>
) {
  const least = new Map<string, Waited>()
  for (let lived = 0; lived < lives; lived++) {
    const most = new Map<string, Judged>()
    yield* live((judged) =>
      Effect.sync(() => {
        const { name } = judged.one.operation
        if (judged.millis > (most.get(name)?.millis ?? 0)) most.set(name, judged)
      })
    )
    for (const [name, { one, millis }] of most) {
      const fastest = least.get(name)
      const beside = fastest?.beside ?? millis
      least.set(name, { beside, millis: Math.min(millis, fastest?.millis ?? millis), request: shown(one) })
    }
    if ([...least.values()].every(({ millis }) => millis <= slow)) break
  }
  return [...least.values()]
})
