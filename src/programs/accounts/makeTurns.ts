import { Effect, type Semaphore } from "effect"

/** Gives work of accounts its turns: `all` bounds the work at a time, a semaphore that `ofAccount` makes bounds that of an account, so that none takes all. */
export const makeTurns = (all: Semaphore.Semaphore, ofAccount: Effect.Effect<Semaphore.Semaphore>) => {
  const kept = new Map<string, { readonly turn: Semaphore.Semaphore; users: number }>()
  return <A, E, R>(account_id: string, work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.acquireUseRelease(
      Effect.gen(function* () {
        const of = kept.get(account_id) ?? { turn: yield* ofAccount, users: 0 }
        of.users++
        kept.set(account_id, of)
        return of
      }),
      ({ turn }) => turn.withPermits(1)(all.withPermits(1)(work)),
      (of) =>
        Effect.sync(() => {
          of.users--
          if (of.users === 0) kept.delete(account_id)
        })
    )
}
