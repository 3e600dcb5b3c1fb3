import { Deferred, Effect, Exit, Metric } from "effect"
import { Unavailable } from "../../../src/domain/Errors.ts"
import { groupCommit } from "../../../src/store/batching/GroupCommit.ts"

/** A group commit, with one worker by default, that waits until the gate opens and records the items of each run. */
export const gatedGroupCommit = (options: {
  readonly maxBatch: number
  readonly capacity: number
  readonly bad?: number
  /** The caller whose calls fail with `Unavailable`. */
  readonly down?: number
  readonly callers?: number
  readonly workers?: number
  readonly lingers?: boolean
  readonly isOfAccounts?: boolean
  /** Duration of a run in milliseconds. */
  readonly takes?: number
  readonly maxWait?: number
}) =>
  Effect.gen(function* () {
    const gate = yield* Deferred.make<void>()
    const runs: Array<ReadonlyArray<number>> = []
    const call = yield* groupCommit({
      name: "test",
      run: (items: ReadonlyArray<number>) =>
        Effect.gen(function* () {
          runs.push(items)
          yield* Deferred.await(gate)
          if (options.takes !== undefined) yield* Effect.sleep(options.takes)
          if (items.some((item) => item % (options.callers ?? 1) === options.down))
            return yield* new Unavailable({ retryAfter: 1 })
          if (items.some((item) => item === options.bad)) return yield* Effect.fail("bad")
          return items.map((item) => Exit.succeed(item * 2))
        }),
      callerOf: (item) => String(item % (options.callers ?? 1)),
      isOfAccounts: false,
      lingers: true,
      workers: 1,
      ...options
    })
    /** Sends these concurrently, and yields until all fibers wait. */
    const send = (...items: ReadonlyArray<number>) =>
      Effect.forkChild(Effect.forEach(items, call, { concurrency: "unbounded" })).pipe(
        Effect.tap(() => Effect.repeat(Effect.yieldNow, { times: 20 }))
      )
    return { gate, runs, call, send }
  })

/** The metric of calls rejected by a limit so far. */
export const rejectionsBy = (limit: string) =>
  Effect.map(Metric.snapshot, (all) =>
    all.reduce(
      (sum, metric) =>
        metric.id === "tally_rejected_calls_total" &&
        metric.type === "Counter" &&
        metric.attributes?.["limit"] === limit
          ? sum + Number(metric.state.count)
          : sum,
      0
    )
  )

export const testQueueRejections = rejectionsBy("test_queue")

export const range = (count: number) => Array.from({ length: count }, (_, at) => at)
