import { Context, Effect, Layer, Ref } from "effect"

/** Whether the process is stopping. */
export class Draining extends Context.Service<
  Draining,
  {
    readonly begun: Effect.Effect<boolean>
    /** Irreversible. */
    readonly begin: Effect.Effect<void>
  }
>()("tally/http/server/Draining") {
  static readonly layer = Layer.effect(
    this,
    Effect.map(Ref.make(false), (begun) => Draining.of({ begun: Ref.get(begun), begin: Ref.set(begun, true) }))
  )
}

/** At exit, first fails readiness and keeps the socket open for a second, so that load balancers stop sending before calls are refused. */
export const DrainOnExitLayer = Layer.effectDiscard(
  Effect.gen(function* () {
    const { begin } = yield* Draining
    yield* Effect.addFinalizer(() => Effect.andThen(begin, Effect.sleep("1 second")))
  })
)
