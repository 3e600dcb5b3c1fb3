import { Array as Arr, Clock, Effect, Layer } from "effect"
import { DueRuns } from "../store/flows/DueRuns.ts"
import { DueRunSignal } from "./DueRunSignal.ts"
import { ResumeDueRuns } from "./ResumeDueRuns.ts"

/** So many runs are under way at once, over all processes. */
const most = 256
/** So many go on together. */
const together = 64

/** Takes the runs that are due and hands them to the engine, after commits and once a second. Starting one twice is harmless. */
export const RunDispatcherLayer = Layer.effectDiscard(
  Effect.gen(function* () {
    const wakes = yield* DueRuns
    const queued = yield* DueRunSignal
    const takeUp = Effect.gen(function* () {
      const taken = yield* wakes.claim({ now: yield* Clock.currentTimeMillis, most })
      yield* Effect.forEach(
        Arr.chunksOf(taken, together),
        (some) => ResumeDueRuns.execute({ wakes: some }, { discard: true }),
        { concurrency: 4, discard: true }
      )
    }).pipe(Effect.catchCause((cause) => Effect.logWarning("Flow runs could not be taken up", cause)))
    // What arrives within a moment is taken together.
    yield* takeUp.pipe(
      Effect.andThen(Effect.race(queued.heard, Effect.sleep("1 second"))),
      Effect.andThen(Effect.sleep("10 millis")),
      Effect.forever,
      Effect.forkScoped
    )
  })
)
