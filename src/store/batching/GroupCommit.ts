import { Cause, Clock, Context, Effect, Exit, type Scope } from "effect"
import { Unavailable } from "../../domain/Errors.ts"
import { onRunEnd, onRunStart, initialLinger, lingerFor } from "../../domain/capacity/LingerPolicy.ts"
import { rejectionCounter } from "../../telemetry/rejectionCounter.ts"
import { makeFairQueue } from "./FairQueue.ts"
import { measureQueue } from "./queueMetrics.ts"

interface Waiting<A, B, E> {
  readonly item: A
  readonly since: number
  readonly done: (exit: Exit.Exit<B, E | Unavailable>) => void
}

/**
 * So many calls share a run at most. More of them cost each hardly less, and all who called at once would then be in the
 * database together, while the process has nothing to do, and in the process together, while the database has nothing.
 */
export const maxBatchSize = 32

/** How long, in milliseconds, calls wait for others at most while several call. A test that holds the time sets 0. */
export const Linger = Context.Reference<number>("tally/store/batching/Linger", { defaultValue: () => 25 })

// In milliseconds: nobody waits out a long queue.
const patienceOfCallers = 4_000

const isUnavailable = ({ reasons }: Cause.Cause<unknown>): boolean =>
  reasons.some((reason) => Cause.isFailReason(reason) && reason.error instanceof Unavailable)

/**
 * Group commit: calls that wait at the same moment share one run. A caller alone, or beside few, finds a worker free and starts
 * at once; while many call, they may wait some milliseconds for one another, as a run costs far more than a call in it, and leave
 * together: callers (`lineOf`) in turn, so that none waits for all that another one sent, and what one caller sent in the
 * order of arrival and never in two runs at once: what would meet in the database is together, and a caller holds one worker
 * at most. `run` answers every item in its place. A run that fails is repeated in halves, so that a bad item fails alone;
 * without a database all fail at once. More than `capacity` waiting calls are turned away with `Unavailable`, and so is who has
 * waited for `maxWait`, four seconds unless said otherwise.
 */
export const groupCommit = <A, B, E, RunError>(options: {
  /** Names the queue in measures. */
  readonly name: string
  readonly run: (items: ReadonlyArray<A>) => Effect.Effect<ReadonlyArray<Exit.Exit<B, E>>, RunError>
  readonly callerOf: (item: A) => string
  /** Whether calls wait for one another: not those that come from a queue where they did, for they come together. */
  readonly lingers: boolean
  readonly workers: number
  readonly most: number
  readonly capacity: number
  /** Who has waited so many milliseconds when its turn comes is told to come again. Infinite for what has happened already. */
  readonly maxWait?: number
}): Effect.Effect<(item: A) => Effect.Effect<B, E | RunError | Unavailable>, never, Scope.Scope> =>
  Effect.gen(function* () {
    const waiting = makeFairQueue<Waiting<A, B, E | RunError>>()
    const measure = measureQueue(options.name, waiting.size)
    const turnAway = rejectionCounter(`${options.name}_queue`)
    const { maxWait = patienceOfCallers } = options
    const linger = options.lingers ? yield* Linger : 0
    const clock = yield* Clock.Clock
    let gathering = initialLinger
    let isWatched = false
    const idle = new Set<() => void>()
    const now = () => Number(clock.monotonicTimeNanosUnsafe()) / 1e6
    const wait = () => (waiting.readyItems() >= options.most ? 0 : lingerFor(linger, gathering, waiting.ready(), now()))

    const attempt = (batch: ReadonlyArray<Waiting<A, B, E | RunError>>): Effect.Effect<void> =>
      Effect.flatMap(Effect.exit(Effect.suspend(() => options.run(batch.map(({ item }) => item)))), (exit) => {
        if (Exit.isSuccess(exit)) {
          return Effect.sync(() =>
            batch.forEach(({ done }, at) => done(exit.value[at] ?? Exit.die("No answer to an item")))
          )
        }
        if (batch.length === 1 || isUnavailable(exit.cause)) {
          return Effect.sync(() => {
            // What waits behind a database that is away would wait as long for the same answer.
            const behind = isUnavailable(exit.cause) ? waiting.drain() : []
            for (const { done } of [...batch, ...behind]) done(Exit.failCause(exit.cause))
          })
        }
        const half = batch.length >> 1
        return Effect.andThen(attempt(batch.slice(0, half)), attempt(batch.slice(half)))
      })

    const idling = Effect.callback<void>((resume) => {
      const wake = () => resume(Effect.yieldNow)
      idle.add(wake)
      return Effect.sync(() => idle.delete(wake))
    })
    const watching = (left: number) =>
      Effect.suspend(() => {
        isWatched = true
        return Effect.ensuring(
          Effect.timeoutOption(idling, left),
          Effect.sync(() => (isWatched = false))
        )
      })
    // One is enough to see that the time has come.
    const wakeOne = () => {
      if (idle.size === 0 || (isWatched && wait() > 0)) return
      for (const wake of idle) {
        idle.delete(wake)
        return wake()
      }
    }
    // A worker lives as long as the layer: one of its own for each call would keep that call's memory from being collected young.
    const work = Effect.suspend(() => {
      if (waiting.ready() === 0) return idling
      const left = wait()
      if (left > 0) return watching(left)
      const { items, lines, release } = waiting.take(options.most)
      const began = now()
      const isLate = ({ since }: Waiting<A, B, E | RunError>) => began - since > maxWait
      for (const { done } of items.filter(isLate)) {
        turnAway()
        done(Exit.fail(new Unavailable({ retryAfter: 1 })))
      }
      const timely = items.filter((item) => !isLate(item))
      if (timely.length === 0) return Effect.sync(release)
      gathering = onRunStart(gathering, lines, began)
      measure(timely.length)
      const settle = () => {
        gathering = onRunEnd(gathering, now() - began)
        release()
      }
      return Effect.ensuring(attempt(timely), Effect.sync(settle))
    })
    yield* Effect.forEach(Array.from({ length: options.workers }), () => Effect.forkScoped(Effect.forever(work)))

    return (item) =>
      Effect.suspend(() => {
        if (waiting.size() >= options.capacity) {
          turnAway()
          return Effect.fail(new Unavailable({ retryAfter: 1 }))
        }
        return Effect.callback<B, E | RunError | Unavailable>((resume) => {
          waiting.add(options.callerOf(item), { item, since: now(), done: resume })
          wakeOne()
        })
      })
  })
