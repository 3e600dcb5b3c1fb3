import { Clock, Context, Effect, Layer } from "effect"

/** The clock of scenarios: it stands still until it is set. Layers that are built with it run on it; sleeps take real time. */
export class ScenarioClock extends Context.Service<
  ScenarioClock,
  {
    /** Sets the time, in milliseconds; also back, for the next scenario. */
    readonly set: (millis: number) => Effect.Effect<void>
  }
>()("tally/programs/scenarios/ScenarioClock") {
  static readonly layer = Layer.effectContext(
    Effect.map(Clock.Clock, (real) => {
      let time = real.currentTimeMillisUnsafe()
      const nanos = () => BigInt(time) * 1_000_000n
      const clock: Clock.Clock = {
        currentTimeMillisUnsafe: () => time,
        currentTimeMillis: Effect.sync(() => time),
        currentTimeNanosUnsafe: nanos,
        currentTimeNanos: Effect.sync(nanos),
        monotonicTimeNanosUnsafe: () => real.monotonicTimeNanosUnsafe(),
        monotonicTimeNanos: real.monotonicTimeNanos,
        sleep: (duration) => real.sleep(duration)
      }
      const set = (millis: number) =>
        Effect.sync(() => {
          time = millis
        })
      return Context.make(ScenarioClock, ScenarioClock.of({ set })).pipe(Context.add(Clock.Clock, clock))
    })
  )
}
