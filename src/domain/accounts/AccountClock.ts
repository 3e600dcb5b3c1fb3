import { Clock, Effect } from "effect"

/**
 * Runs an effect with the Clock service moved ahead by `offset` milliseconds. The offset is 0 except for a test account whose
 * clock was advanced. Sleeps and monotonic time are unaffected.
 */
export const onAccountClock =
  (offset: number) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    offset === 0
      ? effect
      : Effect.flatMap(Clock.Clock, (clock) => Effect.provideService(effect, Clock.Clock, ahead(clock, offset)))

const ahead = (clock: Clock.Clock, offset: number): Clock.Clock => ({
  currentTimeMillisUnsafe: () => clock.currentTimeMillisUnsafe() + offset,
  currentTimeMillis: Effect.map(clock.currentTimeMillis, (now) => now + offset),
  currentTimeNanosUnsafe: () => clock.currentTimeNanosUnsafe() + BigInt(offset) * 1_000_000n,
  currentTimeNanos: Effect.map(clock.currentTimeNanos, (now) => now + BigInt(offset) * 1_000_000n),
  monotonicTimeNanosUnsafe: () => clock.monotonicTimeNanosUnsafe(),
  monotonicTimeNanos: clock.monotonicTimeNanos,
  sleep: (duration) => clock.sleep(duration)
})
