import { type Cause, type Duration, Effect, type Scope } from "effect"

/** Repeats an enrolment after a pause, for as long as the program runs. A failure is logged, and the next attempt continues. */
export const repeatEnrolment = <E, R>(
  enrol: Effect.Effect<void, E, R>,
  failed: string,
  pause: Duration.Input = "5 seconds"
): Effect.Effect<void, never, R | Scope.Scope> =>
  enrol.pipe(
    Effect.catchCause((cause: Cause.Cause<E>) => Effect.logWarning(failed, cause)),
    Effect.andThen(Effect.sleep(pause)),
    Effect.forever,
    Effect.forkScoped,
    Effect.asVoid
  )
