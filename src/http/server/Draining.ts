import { Context, Effect, Layer, Ref } from "effect"

/** Whether the process is about to end. */
export class Stopping extends Context.Service<
  Stopping,
  {
    readonly begun: Effect.Effect<boolean>
    /** Contract: nothing takes it back. */
    readonly begin: Effect.Effect<void>
  }
>()("tally/http/server/Stopping") {
  static readonly layer = Layer.effect(
    this,
    Effect.map(Ref.make(false), (begun) => Stopping.of({ begun: Ref.get(begun), begin: Ref.set(begun, true) }))
  )
}

/**
 * Before anything closes, readiness ends, and the socket stays open for a second: so that whoever sends work here learns
 * of it before a call is refused.
 */
export const FarewellLayer = Layer.effectDiscard(
  Effect.gen(function* () {
    const { begin } = yield* Stopping
    yield* Effect.addFinalizer(() => Effect.andThen(begin, Effect.sleep("1 second")))
  })
)
