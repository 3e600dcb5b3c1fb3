import { Effect, type Duration } from "effect"

/**
 * Repeats work on the database in the background until the scope closes, with a pause between two rounds. A failure is logged as `failure`, and
 * the next round comes a minute later. A round that has begun is not interrupted.
 */
export const repeatUpkeep = <E, R>(work: Effect.Effect<unknown, E, R>, pause: Duration.Input, failure: string) =>
  work.pipe(
    Effect.uninterruptible,
    Effect.as(pause),
    Effect.catchCause((cause) => Effect.as(Effect.logWarning(failure, cause), "1 minute" as const)),
    Effect.flatMap(Effect.sleep),
    Effect.forever,
    Effect.forkScoped
  )
