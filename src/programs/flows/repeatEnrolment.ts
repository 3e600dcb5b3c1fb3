import { type Cause, Effect, type Scope } from "effect"

/** Repeats an enrolment each time that `next` ends, for as long as the program runs. A failure is logged, and the next attempt continues. */
export const repeatEnrolment = <E, R>(
  enrol: Effect.Effect<void, E, R>,
  failed: string,
  next: Effect.Effect<void> = Effect.void
): Effect.Effect<void, never, R | Scope.Scope> =>
  enrol.pipe(
    Effect.catchCause((cause: Cause.Cause<E>) => Effect.logWarning(failed, cause)),
    Effect.andThen(next),
    Effect.forever,
    Effect.forkScoped,
    Effect.asVoid
  )
