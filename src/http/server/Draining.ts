import { Context, Effect, Layer, Ref } from "effect"

/** Whether the process is about to end. */
export class Draining extends Context.Service<
  Draining,
  {
    readonly begun: Effect.Effect<boolean>
    /** Contract: nothing takes it back. */
    readonly begin: Effect.Effect<void>
  }
>()("tally/http/server/Draining") {
  static readonly layer = Layer.effect(
    this,
    Effect.map(Ref.make(false), (begun) => Draining.of({ begun: Ref.get(begun), begin: Ref.set(begun, true) }))
  )
}

/**
 * Before anything closes, readiness ends, and the socket stays open for a second: so that whoever sends work here learns
 * of it before a call is refused.
 */
export const DrainOnExitLayer = Layer.effectDiscard(
  Effect.gen(function* () {
    const { begin } = yield* Draining
    yield* Effect.addFinalizer(() => Effect.andThen(begin, Effect.sleep("1 second")))
  })
)
