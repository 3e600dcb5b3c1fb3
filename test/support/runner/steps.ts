import { once } from "node:events"
import { Worker } from "node:worker_threads"
import type { works } from "./measuredWork.ts"

/** A piece of work by its name, with what it is given. */
export type Call = readonly [work: keyof typeof works, size: number, piece?: string]

/**
 * The steps of each call: how often V8 entered blocks of code (bodies of functions and loops, branches). Equal on every machine, whatever else it
 * does. A function of the engine counts as one step; `test/laws/patterns.test.ts` judges regular expressions. The work runs in a thread of its
 * own, because V8 counts only in code that it compiled after counting began.
 */
export const stepsOf = async (calls: ReadonlyArray<Call>): Promise<ReadonlyArray<number>> => {
  const worker = new Worker(new URL("./stepsWorker.ts", import.meta.url), { workerData: calls, execArgv: [] })
  const [steps] = await once(worker, "message")
  await worker.terminate()
  return steps
}

/** The factor by which the steps of a work grow when it gets eight times as much. 8 is linear, 64 quadratic. */
export const growthOf = async (works: ReadonlyArray<readonly [...Call]>): Promise<ReadonlyArray<number>> => {
  const steps = await stepsOf(
    works.flatMap(([work, size, piece]): ReadonlyArray<Call> => [
      // The first call also makes what later ones find ready, but for what is kept of its own text.
      [work, size + 300, piece ?? ""],
      [work, size, piece ?? ""],
      [work, 8 * size, piece ?? ""]
    ])
  )
  return works.map((_, at) => (steps[3 * at + 2] ?? 0) / (steps[3 * at + 1] ?? 0))
}
