import { Effect, type Semaphore } from "effect"

/**
 * Gives the works of each account turns by a semaphore of its own, so that one business never has all turns: its further works follow each other.
 * A semaphore is kept while works use it or wait for it.
 */
export const makeAccountTurns = (makeTurn: () => Semaphore.Semaphore) => {
  const turns = new Map<string, { readonly turn: Semaphore.Semaphore; count: number }>()
  return <A, E, R>(account_id: string, work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.acquireUseRelease(
      Effect.sync(() => {
        const held = turns.get(account_id) ?? { turn: makeTurn(), count: 0 }
        held.count += 1
        turns.set(account_id, held)
        return held
      }),
      ({ turn }) => turn.withPermits(1)(work),
      (held) =>
        Effect.sync(() => {
          held.count -= 1
          if (held.count === 0) turns.delete(account_id)
        })
    )
}
