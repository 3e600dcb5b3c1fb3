import { Clock, Context, Effect, Latch, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { OwnMessages } from "../database/OwnMessages.ts"
import { retried } from "../database/Transaction.ts"
import { type DueWork, dueWork, makeFindDue } from "./findDue.ts"

// Milliseconds between looks. On a cluster each asks all shards, because each node has a log of its own.
const intervals = { one: 1_000, cluster: 2_000 } as const

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

// Leases end without a write. None is longer than this after the write that took it, in milliseconds.
const maxLease = 60_000

/** Milliseconds until the next look at the latest, while a lease may end and afterwards. */
const maxRest = { leased: 5_000, quiet: 60_000 } as const

/**
 * Finds which background work of this process is due. Looks at all queues in one statement when something was written, when the next row comes due
 * and, for a minute after a write, every five seconds. Whether something was written it asks a server once a second; to the embedded database,
 * which this process alone writes to, it sends nothing while nobody does. On a cluster it looks every two seconds instead.
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
      const ownMessages = yield* OwnMessages
      const written = makeSignal()
      const due = new Map(dueWork.map((work) => [work, makeSignal()]))
      let writes = 0
      let writtenAt = yield* Clock.currentTimeMillis
      let seen: string | null = null
      // Work that the last look found not due, and the time of the next look if nothing is written.
      let resting: ReadonlySet<DueWork> = new Set()
      let rest = { from: 0, until: 0 }
      // Work waits that the last look did not ask for.
      const asks = Latch.makeUnsafe()
      // Messages of this process up to the last look, and statements of the look under way.
      let seenMessages = -1
      let statements = 0

      const awaitWrite = (before: number): Effect.Effect<void> =>
        Effect.suspend(() => (writes > before ? Effect.void : Effect.flatMap(written.wait, () => awaitWrite(before))))

      const noteWrites = Effect.fnUntraced(function* () {
        statements++
        const latest = yield* snapshot
        if (latest !== null && latest === seen) return
        seen = latest
        resting = new Set()
        writes++
        writtenAt = yield* Clock.currentTimeMillis
        written.notify()
      })

      const openDue = Effect.fnUntraced(function* (asked: ReadonlySet<DueWork>) {
        statements += 2
        const times = yield* dueTimes(asked)
        const now = yield* Clock.currentTimeMillis
        const isDue = (work: DueWork) => (times.get(work) ?? Infinity) <= now
        resting = new Set([...asked].filter((work) => !isDue(work)))
        const latest = now + (now - writtenAt < maxLease ? maxRest.leased : maxRest.quiet)
        rest = { from: now, until: Math.min(latest, ...[...resting].map((work) => times.get(work) ?? Infinity)) }
        for (const [work, signal] of due) if (isDue(work)) signal.notify()
      })

      const look = Effect.gen(function* () {
        const asked = new Set(dueWork.filter((work) => due.get(work)?.isAwaited()))
        if (asked.size === 0 && !written.isAwaited()) return
        const before = ownMessages?.count() ?? 0
        statements = 0
        yield* noteWrites()
        const now = yield* Clock.currentTimeMillis
        const isWithinRest = now < rest.until && now >= rest.from
        if (!isWithinRest || !asked.isSubsetOf(resting)) yield* openDue(asked)
        // A statement takes at least one message, so no message of others counts as one of this look.
        seenMessages = before + statements
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

      const interval = isOfNodes ? intervals.cluster : intervals.one
      // Asks the clock again each interval: a machine that slept, or whose clock was set, is past the end at once.
      const awaitRestEnd: Effect.Effect<void> = Effect.flatMap(Clock.currentTimeMillis, (now) =>
        now >= rest.until - interval || now < rest.from
          ? Effect.void
          : Effect.andThen(Effect.sleep(Math.min(interval, rest.until - interval - now)), awaitRestEnd)
      )
      // A look follows its reason by an interval, so that it finds all that is written meanwhile. On a server another process may write at any time.
      const awaitReason =
        ownMessages === undefined
          ? Effect.void
          : Effect.suspend(() => Effect.raceAllFirst([ownMessages.awaitMore(seenMessages), asks.await, awaitRestEnd]))

      yield* awaitReason.pipe(
        Effect.andThen(Effect.sleep(interval)),
        Effect.andThen(asks.close),
        Effect.andThen(Effect.uninterruptible(look)),
        Effect.forever,
        Effect.forkScoped
      )

      const awaitDue = (work: DueWork) =>
        Effect.suspend(() => {
          if (!resting.has(work)) asks.openUnsafe()
          return due.get(work)?.wait ?? Effect.void
        })

      return QueueWatch.of({
        awaitDue,
        oncePerWrite: (work) =>
          Effect.suspend(() => {
            const before = writes
            return Effect.tap(work, () => awaitWrite(before))
          })
      })
    })
  )
}
