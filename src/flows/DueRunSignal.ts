import { Context, Effect, Latch, Layer } from "effect"

/** Tells the starter of runs, in the same process, that some wait. What is not heard, a sweep finds. */
export class DueRunSignal extends Context.Service<
  DueRunSignal,
  {
    readonly announce: Effect.Effect<void>
    /** Waits for the next announcement; one made since the last call counts. */
    readonly heard: Effect.Effect<void>
  }
>()("tally/flows/DueRunSignal") {
  static readonly layer = Layer.effect(
    this,
    Effect.map(Latch.make(), (latch) =>
      DueRunSignal.of({
        announce: Effect.asVoid(latch.open),
        heard: Effect.andThen(latch.await, Effect.asVoid(latch.close))
      })
    )
  )
}
