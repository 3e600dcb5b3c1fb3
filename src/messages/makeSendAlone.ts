import { Effect, Semaphore } from "effect"
import { claimLoss } from "../domain/ClaimLoss.ts"

/**
 * Makes a way to send what may have ended a process: one at a time, each after `begin` has written down that it is sent alone.
 * What was never lost goes at once, and what is no longer held when its turn comes is left to whoever holds it.
 */
export const makeSendAlone = Effect.map(
  Semaphore.make(1),
  (one) =>
    <E>({ lost_claims }: { readonly lost_claims: number }, begin: Effect.Effect<boolean, E>) =>
    <E2, R>(send: Effect.Effect<void, E2, R>): Effect.Effect<void, E | E2, R> =>
      lost_claims === claimLoss.none || lost_claims === claimLoss.again
        ? send
        : one.withPermits(1)(Effect.flatMap(begin, (held) => (held ? send : Effect.void)))
)
