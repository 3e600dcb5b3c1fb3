import { Effect } from "effect"
import { once } from "node:events"
import { Worker } from "node:worker_threads"

/** Orders of an account sent one after another, numbered from `first`: at least `atLeast`, and on until `over` is 1. */
export interface BackgroundLoad {
  readonly url: string
  readonly token: string
  readonly first: number
  readonly atLeast: number
  readonly over: Int32Array
}

/** Status of a call, and its duration in milliseconds. */
export interface BackgroundCall {
  readonly status: number
  readonly took: number
}

/** Runs a caller in its own thread while `meanwhile` runs, so that its times do not include delays of this thread. */
export const backgroundLoadDuring = <A, E, R>(load: Omit<BackgroundLoad, "over">, meanwhile: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const over = new Int32Array(new SharedArrayBuffer(4))
    const worker = yield* Effect.acquireRelease(
      Effect.sync(() => new Worker(new URL("backgroundCaller.ts", import.meta.url), { workerData: { ...load, over } })),
      (started) => Effect.promise(() => started.terminate())
    )
    const messages = once(worker, "message")
    const result = yield* Effect.ensuring(
      meanwhile,
      Effect.sync(() => Atomics.store(over, 0, 1))
    )
    const [calls]: Array<ReadonlyArray<BackgroundCall>> = yield* Effect.promise(() => messages)
    return { result, calls: calls ?? [] }
  })

export const p99Of = (calls: ReadonlyArray<BackgroundCall>): number =>
  calls.map(({ took }) => took).sort((a, b) => a - b)[Math.ceil(0.99 * calls.length) - 1] ?? 0
