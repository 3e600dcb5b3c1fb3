import { Clock, Context, Effect, Layer } from "effect"
import { comeThrough, emptyAt, type Pace } from "../domain/Pace.ts"

// Ten at once, then 25 a second from each process; or one every two seconds to each caller that goes on when it has been told to
// wait: 64, as many as a token then has places for, get 32 a second.
const limits = { every: 40, ahead: 400, most: 2_000 }
// Fifty at once, then 200 a second: who meets others for a moment does not wait.
const places = { every: 5, ahead: 250, most: 2_000 }

/** Calls back when an answer may leave. */
type Line = (leave: () => void) => void

/**
 * Refusals leave one after another, once there are many: whoever calls on in spite of them waits for each answer, and the
 * process is there for the others. The answer is the same, and nothing but the connection is held meanwhile.
 */
export class RefusalPace extends Context.Service<
  RefusalPace,
  {
    /** Answers of 429. */
    readonly beyondLimits: Line
    /** Answers of 503 to calls that there was no place for. */
    readonly beyondPlaces: Line
  }
>()("tally/http/RefusalPace") {
  static readonly layer = Layer.effect(
    this,
    Effect.suspend(() => Effect.all({ beyondLimits: lineOf(limits), beyondPlaces: lineOf(places) }))
  )
}

/** Waits until an answer may leave. */
export const inLine = (line: Line): Effect.Effect<void> => Effect.callback((resume) => line(() => resume(Effect.void)))

const tick = 10

// Those who wait share a fiber: thousands of them, each as large as what it waits for, would outlive the young generation, and
// cleaning up the old one is what others would wait for.
const lineOf = Effect.fnUntraced(function* (pace: Pace): Effect.fn.Return<Line> {
  const clock = yield* Clock.Clock
  const fork = Effect.runForkWith(yield* Effect.context<never>())
  const now = () => Number(clock.monotonicTimeNanosUnsafe()) / 1e6
  const waiting: Array<{ readonly since: number; readonly leave: () => void }> = []
  let room = emptyAt(pace, now())
  let isMoving = false
  const move = (): boolean => {
    const next = comeThrough(pace, room, waiting, now())
    room = next.room
    const through = waiting.splice(0, next.count)
    const goesOn = waiting.length > 0
    isMoving = goesOn
    for (const { leave } of through) leave()
    return goesOn
  }
  const moving = Effect.repeat(Effect.delay(Effect.sync(move), tick), { while: (goesOn) => goesOn })
  return (leave) => {
    waiting.push({ since: now(), leave })
    if (!isMoving && move()) fork(moving)
  }
})
