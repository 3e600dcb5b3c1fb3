import { Deferred, Effect } from "effect"
import { Unavailable } from "../../domain/Errors.ts"

interface Waiter {
  readonly rank: number
  readonly admitted: Deferred.Deferred<void, Unavailable>
  hasSlot: boolean
}

/** A concurrency limit with a bounded priority queue. */
export interface PriorityLimit {
  /**
   * Runs work in a slot. Lower ranks go first; equal ranks in order of arrival. When the queue is full, the last waiter of the highest
   * rank fails as `Unavailable`, so that frequent callers cannot keep out rare ones. Started work keeps its slot until it ends, even if
   * its caller is interrupted.
   */
  readonly run: <A>(rank: number, work: Effect.Effect<A>) => Effect.Effect<A, Unavailable>
}

/** `slots` run at a time; at most `max` run and wait together. */
export const makePriorityLimit = (slots: number, max: number): PriorityLimit => {
  let running = 0
  const waiting: Array<Waiter> = []

  const releaseSlot = Effect.suspend(() => {
    const first = waiting.shift()
    if (first === undefined) {
      running--
      return Effect.void
    }
    first.hasSlot = true
    return Deferred.succeed(first.admitted, undefined)
  })

  const leaveQueue = (waiter: Waiter) =>
    Effect.suspend(() => {
      if (waiter.hasSlot) return releaseSlot
      const at = waiting.indexOf(waiter)
      if (at >= 0) waiting.splice(at, 1)
      return Effect.void
    })

  const enqueue = (waiter: Waiter) => {
    const behind = waiting.findIndex(({ rank }) => rank > waiter.rank)
    waiting.splice(behind < 0 ? waiting.length : behind, 0, waiter)
    const rejected = running + waiting.length > max ? waiting.pop() : undefined
    return rejected === undefined ? Effect.void : Deferred.fail(rejected.admitted, new Unavailable({ retryAfter: 5 }))
  }

  return {
    run: (rank, work) =>
      Effect.uninterruptibleMask((restore) =>
        Effect.suspend(() => {
          const slotted = Effect.ensuring(work, releaseSlot)
          if (running < slots) {
            running++
            return slotted
          }
          const waiter: Waiter = { rank, admitted: Deferred.makeUnsafe(), hasSlot: false }
          return enqueue(waiter).pipe(
            Effect.andThen(restore(Deferred.await(waiter.admitted))),
            Effect.onInterrupt(() => leaveQueue(waiter)),
            Effect.andThen(slotted)
          )
        })
      )
  }
}
