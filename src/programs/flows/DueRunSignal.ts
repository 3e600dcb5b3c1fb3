import { Context, Effect, Latch, Layer } from "effect"

/** Wakes the `RunDispatcher` of this process when runs may be due. Other processes need no signal: `QueueWatch` finds due runs. */
export class DueRunSignal extends Context.Service<
  DueRunSignal,
  {
    readonly notify: Effect.Effect<void>
    /** Waits for the next `notify`; one since the last wait counts. */
    readonly wait: Effect.Effect<void>
  }
>()("tally/programs/flows/DueRunSignal") {
  static readonly layer = Layer.effect(
    this,
    Effect.map(Latch.make(), (latch) =>
      DueRunSignal.of({
        notify: Effect.asVoid(latch.open),
        wait: Effect.andThen(latch.await, Effect.asVoid(latch.close))
      })
    )
  )
}
