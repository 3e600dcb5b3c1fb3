import { Effect, type Duration } from "effect"
import { QueueWatch } from "./QueueWatch.ts"

/**
 * Repeats work on the database in the background until the scope closes, each time that something was written since it began, with a pause before
 * it. A failure is logged as `failure`, and the next round comes a minute later. A round that has begun is not interrupted.
 */
export const repeatUpkeep = Effect.fnUntraced(function* <E, R>(
  work: Effect.Effect<unknown, E, R>,
  pause: Duration.Input,
  failure: string
) {
  const { oncePerWrite } = yield* QueueWatch
  yield* oncePerWrite(Effect.uninterruptible(work)).pipe(
    Effect.as(pause),
    Effect.catchCause((cause) => Effect.as(Effect.logWarning(failure, cause), "1 minute" as const)),
    Effect.flatMap(Effect.sleep),
    Effect.forever,
    Effect.forkScoped
  )
})
