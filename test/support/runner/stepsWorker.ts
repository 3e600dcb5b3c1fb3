import { Session } from "node:inspector"
import { parentPort, workerData } from "node:worker_threads"
import type { Call } from "./steps.ts"

interface Coverage {
  readonly result: ReadonlyArray<{
    readonly functions: ReadonlyArray<{ readonly ranges: ReadonlyArray<{ readonly count: number }> }>
  }>
}

const session = new Session()
session.connect()
session.post("Profiler.enable")
session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true })

// V8 answers a session of its own thread before `post` returns. Taking the counts sets them back to 0.
const take = (): number => {
  let steps = 0
  session.post("Profiler.takePreciseCoverage", (_, { result }: Coverage) => {
    for (const { functions } of result)
      for (const { ranges } of functions) for (const { count } of ranges) steps += count
  })
  return steps
}

const { works } = await import("./measuredWork.ts")
const steps: Array<number> = []
for (const [work, size, piece = ""] of workerData as ReadonlyArray<Call>) {
  const run = works[work](size, piece)
  take()
  run()
  steps.push(take())
}
parentPort?.postMessage(steps, [])
