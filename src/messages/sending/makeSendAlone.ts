import { Clock, Effect, Semaphore } from "effect"
import { claimLoss } from "../../domain/messages/ClaimLoss.ts"

// Kills that follow each other, as those of restarts that fail, find nothing being sent alone, and so park nothing.
const settling = 5_000

/**
 * Makes a way to send what may have ended a process: one at a time, when this process has run for 5 s, each after `begin` has
 * written down that it is sent alone. What was never lost goes at once, and what is no longer held when its turn comes is left
 * to whoever holds it.
 */
export const makeSendAlone = Effect.gen(function* () {
  const settled = (yield* Clock.currentTimeMillis) + settling
  const one = yield* Semaphore.make(1)
  const settle = Effect.flatMap(Clock.currentTimeMillis, (now) => Effect.sleep(Math.max(0, settled - now)))
  return <E>({ lost_claims }: { readonly lost_claims: number }, begin: Effect.Effect<boolean, E>) =>
    <E2, R>(send: Effect.Effect<void, E2, R>): Effect.Effect<void, E | E2, R> =>
      lost_claims === claimLoss.none || lost_claims === claimLoss.again
        ? send
        : settle.pipe(
            Effect.andThen(begin),
            Effect.flatMap((held) => (held ? send : Effect.void)),
            one.withPermits(1)
          )
})
