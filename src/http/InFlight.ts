import { Effect } from "effect"
import { Unavailable } from "../domain/Failure.ts"

/**
 * Calls under way, counted by key. A call beyond `most` of its key is turned away with `Unavailable` at once: nothing
 * waits, so memory and waiting time stay bounded however many come.
 */
export const inFlight = (most: number) => {
  const underWay = new Map<string, number>()
  const leave = (key: string) =>
    Effect.sync(() => {
      const left = (underWay.get(key) ?? 1) - 1
      if (left === 0) underWay.delete(key)
      else underWay.set(key, left)
    })
  return (key: string) =>
    <A, E, R>(call: Effect.Effect<A, E, R>) =>
      Effect.suspend((): Effect.Effect<A, E | Unavailable, R> => {
        const count = underWay.get(key) ?? 0
        if (count >= most) return Effect.fail(new Unavailable({ retryAfter: 1 }))
        underWay.set(key, count + 1)
        return Effect.ensuring(call, leave(key))
      })
}

/** Calls at the same moment that one process takes on, and of these the most of one account, token or address. */
export const mostInFlight = { process: 1_024, account: 384 } as const
