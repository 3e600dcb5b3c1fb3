import { Effect, Schedule } from "effect"

/** Waits until a condition holds; fails after half a minute. Needs the live clock. */
export const until = <E, R>(condition: Effect.Effect<boolean, E, R>) =>
  condition.pipe(
    Effect.flatMap((holds) => (holds ? Effect.void : Effect.fail("not yet"))),
    Effect.retry(Schedule.spaced("10 millis")),
    Effect.timeout("30 seconds")
  )
