import { Worker } from "node:worker_threads"

/** Lets each process run for `on` of every `of` milliseconds, which simulates a slower core. */
export const inTurns = (pids: ReadonlyArray<number>, { on, of }: { readonly on: number; readonly of: number }) => {
  const worker = new Worker(
    `const { workerData: { pids, on, of } } = require("node:worker_threads")
    const still = new Int32Array(new SharedArrayBuffer(4))
    const wait = (ms) => Atomics.wait(still, 0, 0, ms)
    for (;;) {
      for (const pid of pids) {
        process.kill(pid, "SIGCONT")
        wait(on)
        process.kill(pid, "SIGSTOP")
        wait(of / pids.length - on)
      }
    }`,
    { eval: true, workerData: { pids, on, of } }
  )
  return async () => {
    await worker.terminate()
    pids.forEach((pid) => process.kill(pid, "SIGCONT"))
  }
}
