import { Clock, Context, Effect } from "effect"
import { joinedBy, mostAtWork, nobody } from "../domain/Company.ts"
import { Unavailable } from "../domain/Failure.ts"
import { turnedAway } from "../telemetry/turnedAway.ts"

/** Waits until the call may go to work; where calls take no turns, for nothing. */
export const Turn = Context.Reference<Effect.Effect<void, Unavailable>>("tally/http/Turn", {
  defaultValue: () => Effect.void
})

interface Line {
  calls: number
  atWork: number
  /** Who waits, in the order of arrival. */
  readonly waiting: Set<() => void>
}

// Nobody waits out a long line.
const patience = "4 seconds"

/**
 * While other accounts call, few calls of an account are at work at once, and its others wait in line for four seconds at most:
 * one with high limits and many callers leaves room between its calls. A call takes its `Turn` when nothing of it is still to
 * come, so that who sends slowly keeps nobody waiting, and has it until it ends.
 */
export const turns = Effect.gen(function* () {
  const clock = yield* Clock.Clock
  const now = () => Number(clock.monotonicTimeNanosUnsafe()) / 1e6
  const count = turnedAway("turn")
  const lines = new Map<string, Line>()
  let company = nobody

  const tooLong = Effect.suspend(() => {
    count()
    return Effect.fail(new Unavailable({ retryAfter: 1 }))
  })

  return (account: string) =>
    <A, E, R>(call: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
      Effect.suspend(() => {
        company = joinedBy(company, account, now())
        const line = lines.get(account) ?? { calls: 0, atWork: 0, waiting: new Set() }
        lines.set(account, line)
        line.calls++
        let isAtWork = false
        const hasRoom = () => line.atWork < mostAtWork(company, account, now())
        const begin = () => {
          isAtWork = true
          line.atWork++
        }
        const wait = () =>
          Effect.callback<void>((resume) => {
            const go = () => {
              line.waiting.delete(go)
              begin()
              resume(Effect.void)
            }
            line.waiting.add(go)
            return Effect.sync(() => line.waiting.delete(go))
          })
        const turn = Effect.suspend(() => {
          if (isAtWork) return Effect.void
          if (line.waiting.size > 0 || !hasRoom())
            return Effect.timeoutOrElse(wait(), { duration: patience, orElse: () => tooLong })
          begin()
          return Effect.void
        })
        const end = Effect.sync(() => {
          line.calls--
          if (isAtWork) line.atWork--
          for (const go of line.waiting) {
            if (!hasRoom()) break
            go()
          }
          if (line.calls === 0) lines.delete(account)
        })
        return Effect.ensuring(Effect.provideService(call, Turn, turn), end)
      })
})
