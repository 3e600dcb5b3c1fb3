import { Effect, FiberSet, Latch } from "effect"
import type { Unavailable } from "../../domain/Errors.ts"
import type { SendCapacity } from "../../domain/messages/SendCapacity.ts"

/** A claimed message or webhook of an account. `send` sends it and records the outcome. */
export interface SendJob {
  readonly account_id: string
  readonly send: Effect.Effect<void>
}

/** Claims due jobs within the capacity. A claim is a lease: each job must be started at once. */
export type ClaimDue = (capacity: SendCapacity) => Effect.Effect<ReadonlyArray<SendJob>, Unavailable>

// A send that takes longer to stop is cut off and sent again by the next process, under the same id.
const stopTimeout = "5 seconds"

// A mail server may take ten minutes to answer. Beyond this time its job leaves its place among `maxConcurrent` to others, so that the servers
// of a few accounts hold up nobody else; it counts for its account until it ends.
const slowAfter = "20 seconds"

// Jobs that have left their place; further slow ones keep it.
const maxSlow = 256

/**
 * Claims and runs jobs until the scope closes, each in a fiber of its own: at most `maxConcurrent`, and `maxPerAccount` of one
 * account. Looks for due jobs when `awaitDue` ends, and at once while there are more.
 */
export const sendLoop = (
  claim: ClaimDue,
  awaitDue: Effect.Effect<void>,
  { maxConcurrent, maxPerAccount }: { readonly maxConcurrent: number; readonly maxPerAccount: number }
) =>
  Effect.gen(function* () {
    const running = yield* FiberSet.make()
    yield* Effect.addFinalizer(() => Effect.timeoutOption(FiberSet.awaitEmpty(running), stopTimeout))
    const finished = yield* Latch.make()
    const inFlight = new Map<string, number>()
    const places = { counted: 0, slow: 0 }
    const count = (account_id: string, change: number) => {
      const total = (inFlight.get(account_id) ?? 0) + change
      if (total === 0) inFlight.delete(account_id)
      else inFlight.set(account_id, total)
    }
    const start = ({ account_id, send }: SendJob) => {
      count(account_id, 1)
      places.counted += 1
      let isSlow = false
      const leavePlace = Effect.suspend(() => {
        if (places.slow >= maxSlow) return Effect.void
        isSlow = true
        places.counted -= 1
        places.slow += 1
        return finished.open
      })
      const finish = Effect.suspend(() => {
        count(account_id, -1)
        places[isSlow ? "slow" : "counted"] -= 1
        return finished.open
      })
      const late = Effect.sleep(slowAfter).pipe(Effect.andThen(leavePlace), Effect.andThen(Effect.never))
      return FiberSet.run(running, Effect.ensuring(Effect.raceFirst(send, late), finish))
    }
    const startDue = Effect.gen(function* () {
      yield* finished.close
      const available = maxConcurrent - places.counted
      const jobs = available > 0 ? yield* claim({ available, perAccount: maxPerAccount, inFlight }) : []
      yield* Effect.forEach(jobs, start, { discard: true })
      return jobs.length
    }).pipe(
      Effect.catch(() => Effect.succeed(0)),
      Effect.uninterruptible
    )
    // The 10 ms let several jobs finish, so that one claim refills their places.
    yield* startDue.pipe(
      Effect.flatMap((started) => (started > 0 ? Effect.void : Effect.race(finished.await, awaitDue))),
      Effect.andThen(Effect.sleep("10 millis")),
      Effect.forever,
      Effect.forkScoped
    )
  })
