import { Clock, Effect } from "effect"
import { afterCall, maxConcurrentWork, noContention } from "../../domain/capacity/Contention.ts"
import { Unavailable } from "../../domain/Errors.ts"
import { rejectionCounter } from "../../telemetry/rejectionCounter.ts"
import { waitBounds } from "../../domain/capacity/bounds.ts"

/** One call of an account. */
interface AccountCall {
  /** Waits for a work slot of the account, in the order of arrival. Fails after four seconds. Call once. */
  readonly awaitWorkSlot: Effect.Effect<void, Unavailable>
  /** Ends the call and frees its slot. Call once. */
  readonly leave: () => void
}

/** Registers a call of an account. */
export type AccountFairness = (account: string) => AccountCall

interface AccountQueue {
  calls: number
  atWork: number
  /** Starts a waiting call each, in the order of arrival. */
  readonly waiting: Set<() => void>
}

/**
 * While other accounts call, limits how many calls of an account are at work at once, so that an account with high limits and many callers
 * leaves room for the others. Without contention nothing waits.
 */
export const makeAccountFairness = Effect.map(Clock.Clock, (clock): AccountFairness => {
  const now = () => Number(clock.monotonicTimeNanosUnsafe()) / 1e6
  const countRejection = rejectionCounter("turn")
  const queues = new Map<string, AccountQueue>()
  let contention = noContention

  const waitedTooLong = Effect.suspend(() => {
    countRejection()
    return Effect.fail(new Unavailable({ retryAfter: 1 }))
  })

  return (account) => {
    contention = afterCall(contention, account, now())
    const queue = queues.get(account) ?? { calls: 0, atWork: 0, waiting: new Set() }
    queues.set(account, queue)
    queue.calls++
    let isAtWork = false
    const hasSlot = () => queue.atWork < maxConcurrentWork(contention, account, now())
    const startWork = () => {
      isAtWork = true
      queue.atWork++
    }
    const waitInQueue = Effect.callback<void>((resume) => {
      const start = () => {
        queue.waiting.delete(start)
        startWork()
        resume(Effect.void)
      }
      queue.waiting.add(start)
      return Effect.sync(() => queue.waiting.delete(start))
    })
    return {
      awaitWorkSlot: Effect.suspend(() => {
        if (queue.waiting.size > 0 || !hasSlot())
          return Effect.timeoutOrElse(waitInQueue, { duration: waitBounds.workSlotWait, orElse: () => waitedTooLong })
        startWork()
        return Effect.void
      }),
      leave: () => {
        queue.calls--
        if (isAtWork) queue.atWork--
        for (const start of queue.waiting) {
          if (!hasSlot()) break
          start()
        }
        if (queue.calls === 0) queues.delete(account)
      }
    }
  }
})
