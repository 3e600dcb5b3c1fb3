import { Deferred, Effect } from "effect"
import { Unavailable } from "../../domain/Errors.ts"

interface Waiter {
  readonly rank: number
  readonly admitted: Deferred.Deferred<void, Unavailable>
  hasPlace: boolean
}

/** Runs at most so much work at a time. */
export interface PriorityLimit {
  /**
   * Work of a lower rank goes first, work of one rank in the order it came. When too much is there, the one that waits with the highest
   * rank is refused: whoever asks often cannot keep out those who ask seldom. Work that was begun keeps its place until it ends.
   */
  readonly run: <A>(rank: number, work: Effect.Effect<A>) => Effect.Effect<A, Unavailable>
}

/** `atOnce` works at a time; at most `most` run and wait together. */
export const makePriorityLimit = (atOnce: number, most: number): PriorityLimit => {
  let running = 0
  const waiting: Array<Waiter> = []

  const handOn = Effect.suspend(() => {
    const first = waiting.shift()
    if (first === undefined) {
      running--
      return Effect.void
    }
    first.hasPlace = true
    return Deferred.succeed(first.admitted, undefined)
  })

  const stopWaiting = (waiter: Waiter) =>
    Effect.suspend(() => {
      if (waiter.hasPlace) return handOn
      const at = waiting.indexOf(waiter)
      if (at >= 0) waiting.splice(at, 1)
      return Effect.void
    })

  const line = (waiter: Waiter) => {
    const behind = waiting.findIndex(({ rank }) => rank > waiter.rank)
    waiting.splice(behind < 0 ? waiting.length : behind, 0, waiter)
    const last = running + waiting.length > most ? waiting.pop() : undefined
    return last === undefined ? Effect.void : Deferred.fail(last.admitted, new Unavailable({ retryAfter: 5 }))
  }

  return {
    run: (rank, work) =>
      Effect.uninterruptibleMask((restore) =>
        Effect.suspend(() => {
          const placed = Effect.ensuring(work, handOn)
          if (running < atOnce) {
            running++
            return placed
          }
          const waiter: Waiter = { rank, admitted: Deferred.makeUnsafe(), hasPlace: false }
          return line(waiter).pipe(
            Effect.andThen(restore(Deferred.await(waiter.admitted))),
            Effect.onInterrupt(() => stopWaiting(waiter)),
            Effect.andThen(placed)
          )
        })
      )
  }
}
