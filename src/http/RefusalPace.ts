import { Cause, Clock, Context, Effect, ErrorReporter, Layer } from "effect"
import { HttpEffect } from "effect/http"
import { comeThrough, emptyAt, isEmpty, type Pace, type Room } from "../domain/Pace.ts"

// To each caller: ten at once, then 16 a second; or one every four seconds to each of its connections.
const limits = { every: 60, ahead: 600, most: 4_000 }
// Fifty at once, then 125 a second: who meets others for a moment does not wait.
const places = { every: 8, ahead: 400, most: 4_000 }

/** Calls back when an answer to a caller may leave. */
type Line = (caller: string, leave: () => void) => void

/**
 * Refusals of one caller leave one after another, once there are many: who calls on in spite of them waits for each answer, and
 * the process is there for the others. The answer is the same; its connection, and a token's place at the door, are held meanwhile.
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
    Effect.suspend(() => Effect.all({ beyondLimits: linesOf(limits), beyondPlaces: linesOf(places) }))
  )
}

/** Waits until an answer to the caller may leave. */
export const inLine = (line: Line, caller: string): Effect.Effect<void> =>
  Effect.callback((resume) => line(caller, () => resume(Effect.void)))

/** Fails at once; the answer waits for its turn when the call has left all places that it took. */
export const refuseInLine = <E>(line: Line, caller: string, refusal: E) =>
  HttpEffect.withPreResponseHandler(Effect.fail(refusal), (_, response) => Effect.as(inLine(line, caller), response))

const tick = 10

interface Waiting {
  readonly since: number
  readonly leave: () => void
}

interface Standing {
  room: Room
  readonly waiting: Array<Waiting>
}

// Those who wait share a fiber: thousands of them, each as large as what it waits for, would outlive the young generation, and
// cleaning up the old one is what others would wait for.
const linesOf = Effect.fnUntraced(function* (pace: Pace): Effect.fn.Return<Line> {
  const clock = yield* Clock.Clock
  const fork = Effect.runForkWith(yield* Effect.context<never>())
  const now = () => Number(clock.monotonicTimeNanosUnsafe()) / 1e6
  const lines = new Map<string, Standing>()
  let isMoving = false
  // An answer that cannot be written is one call's misfortune, and no one else's.
  const letGo = (through: ReadonlyArray<Waiting>) => {
    for (const { leave } of through) {
      try {
        leave()
      } catch (error) {
        fork(ErrorReporter.report(Cause.die(error)))
      }
    }
  }
  const step = (caller: string, line: Standing) => {
    const { count, room } = comeThrough(pace, line.room, line.waiting, now())
    line.room = room
    const through = line.waiting.splice(0, count)
    // As new, if its caller ever comes again.
    if (line.waiting.length === 0 && isEmpty(pace, room)) lines.delete(caller)
    return through
  }
  const move = (): boolean => {
    const through = [...lines].flatMap(([caller, line]) => step(caller, line))
    const goesOn = lines.size > 0
    isMoving = goesOn
    letGo(through)
    return goesOn
  }
  const moving = Effect.repeat(Effect.delay(Effect.sync(move), tick), { while: (goesOn) => goesOn })
  return (caller, leave) => {
    const line = lines.get(caller) ?? { room: emptyAt(pace, now()), waiting: [] }
    lines.set(caller, line)
    line.waiting.push({ since: now(), leave })
    const through = line.waiting.length > 1 ? [] : step(caller, line)
    if (!isMoving && lines.size > 0) {
      isMoving = true
      fork(moving)
    }
    letGo(through)
  }
})
