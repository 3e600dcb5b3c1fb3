import { Cause, Clock, Context, Effect, Exit, type Scope } from "effect"
import { initialLinger, lingerFor, onRunEnd, onRunStart } from "../../domain/capacity/LingerPolicy.ts"
import { Unavailable } from "../../domain/Errors.ts"
import { rejectionCounter } from "../../telemetry/rejectionCounter.ts"
import { accountPlacement } from "../distributed/Distribution.ts"
import { makeFairQueue } from "./FairQueue.ts"
import { measureQueue } from "./queueMetrics.ts"

interface QueuedCall<A, B, E> {
  readonly item: A
  readonly queuedAt: number
  readonly complete: (exit: Exit.Exit<B, E | Unavailable>) => void
}

/** Calls in one run. Beyond 32 a batch saves little and stops process and database from overlapping. */
export const maxBatchSize = 32

/** The longest time, in milliseconds, that calls wait for others to share their run. Tests that hold the time set 0. */
export const Linger = Context.Reference<number>("tally/store/batching/Linger", { defaultValue: () => 25 })

// A run that takes this many times `Linger` may be held up, so the next one no longer waits for its end.
const heldUpFactor = 2

const defaultMaxWait = 4_000

// Runs of one account are smaller, so more of them have to run at the same time.
const workersFactor = 4

const isUnavailable = ({ reasons }: Cause.Cause<unknown>): boolean =>
  reasons.some((reason) => Cause.isFailReason(reason) && reason.error instanceof Unavailable)

/**
 * Group commit: calls that wait at the same moment share one `run`, since a run costs far more than one more call in it.
 * - A call that finds few others starts at once; many concurrent callers linger some milliseconds for one another (`LingerPolicy`).
 * - While a run is under way, the next one waits until that has ended or a full batch waits, at most 50 milliseconds: two small
 *   runs cost nearly twice one of both.
 * - Callers (`callerOf`) are served round-robin. Calls of one caller keep their order and are never in two runs at once.
 * - `run` returns one exit for each item, in order. A run that fails is repeated in halves, so that one bad item fails alone. When it
 *   fails with `Unavailable`, the batch and all waiting calls fail with it; where accounts are distributed, those of its account alone.
 * - Fails with `Unavailable` beyond `capacity` waiting calls, and for a call that has waited longer than `maxWait`; both are counted in
 *   `tally_rejected_calls_total` under `<name>_queue`.
 */
export const groupCommit = <A, B, E, RunError>(options: {
  /** Names the queue in metrics. */
  readonly name: string
  readonly run: (items: ReadonlyArray<A>) => Effect.Effect<ReadonlyArray<Exit.Exit<B, E>>, RunError>
  readonly callerOf: (item: A) => string
  /** Whether callers are accounts whose data the runs touch. When accounts are distributed, a run then takes calls of one alone. */
  readonly isOfAccounts: boolean
  /** False for calls that come out of another queue, where they have lingered already. */
  readonly lingers: boolean
  /** Concurrent runs; four times as many when each takes calls of one account. */
  readonly workers: number
  readonly maxBatch: number
  readonly capacity: number
  /** Milliseconds, four seconds by default. Infinite for work that must be done however late. */
  readonly maxWait?: number
}): Effect.Effect<(item: A) => Effect.Effect<B, E | RunError | Unavailable>, never, Scope.Scope> =>
  Effect.gen(function* () {
    const queue = makeFairQueue<QueuedCall<A, B, E | RunError>>()
    const recordBatch = measureQueue(options.name, queue.size)
    const countRejection = rejectionCounter(`${options.name}_queue`)
    const { maxWait = defaultMaxWait } = options
    const maxLinger = options.lingers ? yield* Linger : 0
    const takesOneAccount = options.isOfAccounts && (yield* accountPlacement).isDistributed
    const clock = yield* Clock.Clock
    const maxOverlapWait = takesOneAccount ? 0 : heldUpFactor * (yield* Linger)
    let linger = initialLinger
    // The run that started last, while it is under way.
    let lastRun: object | undefined
    let isLingering = false
    const idleWorkers = new Set<() => void>()
    const now = () => Number(clock.monotonicTimeNanosUnsafe()) / 1e6
    const remainingLinger = () => {
      if (queue.readyItems() >= options.maxBatch) return 0
      const overlapWait = lastRun === undefined ? 0 : linger.lastStart + maxOverlapWait - now()
      return Math.max(overlapWait, lingerFor(maxLinger, linger, queue.readyKeys(), now()))
    }

    const attempt = (
      batch: ReadonlyArray<QueuedCall<A, B, E | RunError>>,
      drain: () => ReadonlyArray<QueuedCall<A, B, E | RunError>>
    ): Effect.Effect<void> =>
      Effect.flatMap(Effect.exit(Effect.suspend(() => options.run(batch.map(({ item }) => item)))), (exit) => {
        if (Exit.isSuccess(exit)) {
          return Effect.sync(() =>
            batch.forEach(({ complete }, index) => complete(exit.value[index] ?? Exit.die("No result for an item")))
          )
        }
        if (batch.length === 1 || isUnavailable(exit.cause)) {
          return Effect.sync(() => {
            // Without the database, or the account's node of it, the waiting calls would wait for the same failure.
            const waiting = isUnavailable(exit.cause) ? drain() : []
            for (const { complete } of [...batch, ...waiting]) complete(Exit.failCause(exit.cause))
          })
        }
        const half = batch.length >> 1
        return Effect.andThen(attempt(batch.slice(0, half), drain), attempt(batch.slice(half), drain))
      })

    const awaitWake = Effect.callback<void>((resume) => {
      const wake = () => resume(Effect.yieldNow)
      idleWorkers.add(wake)
      return Effect.sync(() => idleWorkers.delete(wake))
    })
    const lingerAwake = (millis: number) =>
      Effect.suspend(() => {
        isLingering = true
        return Effect.ensuring(
          Effect.timeoutOption(awaitWake, millis),
          Effect.sync(() => (isLingering = false))
        )
      })
    // While one worker lingers, it takes the batch; the others need not wake.
    const wakeWorker = () => {
      if (idleWorkers.size === 0 || (isLingering && remainingLinger() > 0)) return
      for (const wake of idleWorkers) {
        idleWorkers.delete(wake)
        return wake()
      }
    }
    // Workers live as long as the layer: a fiber per call would keep that call's memory from being collected young.
    const work = Effect.suspend(() => {
      if (queue.readyKeys() === 0) return awaitWake
      const remaining = remainingLinger()
      if (remaining > 0) return lingerAwake(remaining)
      const { items, keys, release, drain } = queue.take(options.maxBatch, takesOneAccount ? 1 : options.maxBatch)
      const began = now()
      const isLate = ({ queuedAt }: QueuedCall<A, B, E | RunError>) => began - queuedAt > maxWait
      for (const { complete } of items.filter(isLate)) {
        countRejection()
        complete(Exit.fail(new Unavailable({ retryAfter: 1 })))
      }
      const batch = items.filter((item) => !isLate(item))
      if (batch.length === 0) return Effect.sync(release)
      linger = onRunStart(linger, keys, began)
      const run = {}
      lastRun = run
      recordBatch(batch.length)
      const settle = () => {
        linger = onRunEnd(linger, now() - began)
        if (lastRun === run) lastRun = undefined
        release()
      }
      return Effect.ensuring(attempt(batch, takesOneAccount ? drain : queue.drain), Effect.sync(settle))
    })
    const workers = options.workers * (takesOneAccount ? workersFactor : 1)
    yield* Effect.forEach(Array.from({ length: workers }), () => Effect.forkScoped(Effect.forever(work)))

    return (item) =>
      Effect.suspend(() => {
        if (queue.size() >= options.capacity) {
          countRejection()
          return Effect.fail(new Unavailable({ retryAfter: 1 }))
        }
        return Effect.callback<B, E | RunError | Unavailable>((resume) => {
          queue.add(options.callerOf(item), { item, queuedAt: now(), complete: resume })
          wakeWorker()
        })
      })
  })
