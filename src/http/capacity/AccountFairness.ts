import { Clock, Effect } from "effect"
import { afterCall, maxConcurrentWork, noContention } from "../../domain/capacity/Contention.ts"
import { Unavailable } from "../../domain/Errors.ts"
import { rejectionCounter } from "../../telemetry/rejectionCounter.ts"
import { waitBounds } from "./bounds.ts"

/** A call among those of its account. Call `leave` once, when it ends. */
interface FairTurn {
  /** Waits until fewer calls of the account are at work than may be; fails after four seconds. */
  readonly wait: Effect.Effect<void, Unavailable>
  readonly leave: () => void
}

/** A call of an account comes. */
export type FairTurns = (account: string) => FairTurn

interface Line {
  calls: number
  atWork: number
  /** Calls that wait, in the order of arrival. */
  readonly waiting: Set<() => void>
}

/**
 * While other accounts call, few calls of an account are at work at once and its others wait in line: an account with high limits
 * and many callers leaves room for the others between its calls. Subaccounts wait with their parent.
 */
export const accountFairness = Effect.map(Clock.Clock, (clock): FairTurns => {
  const now = () => Number(clock.monotonicTimeNanosUnsafe()) / 1e6
  const count = rejectionCounter("turn")
  const lines = new Map<string, Line>()
  let company = noContention

  const tooLong = Effect.suspend(() => {
    count()
    return Effect.fail(new Unavailable({ retryAfter: 1 }))
  })

  return (account) => {
    company = afterCall(company, account, now())
    const line = lines.get(account) ?? { calls: 0, atWork: 0, waiting: new Set() }
    lines.set(account, line)
    line.calls++
    let isAtWork = false
    const hasRoom = () => line.atWork < maxConcurrentWork(company, account, now())
    const begin = () => {
      isAtWork = true
      line.atWork++
    }
    const inLine = Effect.callback<void>((resume) => {
      const go = () => {
        line.waiting.delete(go)
        begin()
        resume(Effect.void)
      }
      line.waiting.add(go)
      return Effect.sync(() => line.waiting.delete(go))
    })
    return {
      wait: Effect.suspend(() => {
        if (line.waiting.size > 0 || !hasRoom())
          return Effect.timeoutOrElse(inLine, { duration: waitBounds.fairWait, orElse: () => tooLong })
        begin()
        return Effect.void
      }),
      leave: () => {
        line.calls--
        if (isAtWork) line.atWork--
        for (const go of line.waiting) {
          if (!hasRoom()) break
          go()
        }
        if (line.calls === 0) lines.delete(account)
      }
    }
  }
})
