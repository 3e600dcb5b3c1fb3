import { Clock, Effect, Semaphore } from "effect"
import { permits } from "../../domain/capacity/bounds.ts"
import { claimLoss } from "../../domain/messages/ClaimLoss.ts"

// Milliseconds. A process that is killed sooner after its start has sent nothing alone, so a restart loop parks nothing.
const settleTime = 5_000

/**
 * Isolates sends that may have ended a process: a job that was lost once is sent alone, one at a time and from 5 s after this
 * process started, each after `begin` has recorded it. `begin` gives false when the claim has ended; then nothing is sent.
 * Jobs that were never lost are sent at once.
 */
export const makeSendAlone = Effect.gen(function* () {
  const settledAt = (yield* Clock.currentTimeMillis) + settleTime
  const lock = yield* Semaphore.make(permits.sendsAlone)
  const awaitSettled = Effect.flatMap(Clock.currentTimeMillis, (now) => Effect.sleep(Math.max(0, settledAt - now)))
  return <E>({ lost_claims }: { readonly lost_claims: number }, begin: Effect.Effect<boolean, E>) =>
    <E2, R>(send: Effect.Effect<void, E2, R>): Effect.Effect<void, E | E2, R> =>
      lost_claims === claimLoss.none || lost_claims === claimLoss.again
        ? send
        : awaitSettled.pipe(
            Effect.andThen(begin),
            Effect.flatMap((isClaimed) => (isClaimed ? send : Effect.void)),
            lock.withPermits(1)
          )
})
