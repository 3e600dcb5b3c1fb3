import { Clock, Context, Effect, Latch, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { retried } from "../database/Transaction.ts"
import { type DueWork, dueWork, makeFindDue } from "./findDue.ts"

// On a cluster each look asks all shards, because each node has a log of its own.
const intervals = { one: "1 second", cluster: "2 seconds" } as const

// Ends the waits that have begun.
const makeSignal = () => {
  const latch = Latch.makeUnsafe()
  let waiting = 0
  return {
    isAwaited: () => waiting > 0,
    notify: () => void latch.openUnsafe(),
    wait: Effect.suspend(() => {
      latch.closeUnsafe()
      waiting++
      return Effect.ensuring(
        latch.await,
        Effect.sync(() => waiting--)
      )
    })
  }
}

/** Milliseconds until the next look at the latest: leases end without a write. */
const maxRest = 5_000

/**
 * Finds which background work of this process is due. Asks the database once a second whether anything was written, and looks at all queues in one
 * statement when something was, when the next row comes due, and every five seconds. On a cluster it looks every two seconds instead.
 */
export class QueueWatch extends Context.Service<
  QueueWatch,
  {
    /** Waits until this work is due: at most a second, on a cluster two, whichever process wrote what is due. */
    readonly awaitDue: (work: DueWork) => Effect.Effect<void>
    /** Runs `work`, then waits until something was written to the database since it began: at most a second. */
    readonly oncePerWrite: <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  }
>()("tally/store/upkeep/QueueWatch") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const { snapshot, dueTimes, isOfNodes } = yield* makeFindDue(yield* SqlClient.SqlClient)
      const written = makeSignal()
      const due = new Map(dueWork.map((work) => [work, makeSignal()]))
      let writes = 0
      let seen: string | null = null
      // Work that the last look found not due, and the time of the next look if nothing is written.
      let resting: ReadonlySet<DueWork> = new Set()
      let restUntil = 0

      const awaitWrite = (before: number): Effect.Effect<void> =>
        Effect.suspend(() => (writes > before ? Effect.void : Effect.flatMap(written.wait, () => awaitWrite(before))))

      const noteWrites = Effect.fnUntraced(function* () {
        const latest = yield* snapshot
        if (latest !== null && latest === seen) return
        seen = latest
        resting = new Set()
        writes++
        written.notify()
      })

      const openDue = Effect.fnUntraced(function* (asked: ReadonlySet<DueWork>) {
        const times = yield* dueTimes(asked)
        const now = yield* Clock.currentTimeMillis
        const isDue = (work: DueWork) => (times.get(work) ?? Infinity) <= now
        resting = new Set([...asked].filter((work) => !isDue(work)))
        restUntil = Math.min(now + maxRest, ...[...resting].map((work) => times.get(work) ?? Infinity))
        for (const [work, signal] of due) if (isDue(work)) signal.notify()
      })

      const look = Effect.gen(function* () {
        const asked = new Set(dueWork.filter((work) => due.get(work)?.isAwaited()))
        if (asked.size === 0 && !written.isAwaited()) return
        yield* noteWrites()
        const now = yield* Clock.currentTimeMillis
        const isWithinRest = now < restUntil && now >= restUntil - maxRest
        if (!isWithinRest || !asked.isSubsetOf(resting)) yield* openDue(asked)
      }).pipe(
        retried,
        // Where it cannot be read, all is looked at, as if it were due.
        Effect.catchCause(() =>
          Effect.sync(() => {
            resting = new Set()
            writes++
            for (const { notify } of [...due.values(), written]) notify()
          })
        )
      )

      yield* Effect.sleep(isOfNodes ? intervals.cluster : intervals.one).pipe(
        Effect.andThen(Effect.uninterruptible(look)),
        Effect.forever,
        Effect.forkScoped
      )

      return QueueWatch.of({
        awaitDue: (work) => due.get(work)?.wait ?? Effect.void,
        oncePerWrite: (work) =>
          Effect.suspend(() => {
            const before = writes
            return Effect.tap(work, () => awaitWrite(before))
          })
      })
    })
  )
}
