import { Effect, Fiber } from "effect"
import { readFileSync } from "node:fs"
import type { ApiResponse } from "../support/http/http.ts"
import type { Asked } from "./ask.ts"
import type { FuzzedRequest } from "./requests.ts"

/** More milliseconds than one request may keep the process from answering others. */
export const stalled = 250

/** Milliseconds after which nobody waits for a process any longer. */
export const hung = 20_000

/** A request with the slowest of the probes beside it, and what the thread that serves everyone worked meanwhile, in milliseconds. */
export interface Probed extends Asked {
  readonly probe: number
  readonly worked: number
}

/** Milliseconds of processor time that the main thread of a process has taken. */
const workOf = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, "utf8").split(" ")[0]) / 1e6

/** Sends a request, and beside it one probe after another until its answer is there, on connections of their own. */
export const probing = (
  { origin, pid }: { readonly origin: string; readonly pid: number },
  ask: (one: FuzzedRequest) => Effect.Effect<Asked>
) => {
  const probe = Effect.promise(async () => {
    const from = performance.now()
    const signal = AbortSignal.timeout(hung)
    await fetch(`${origin}/health/live`, { signal }).then(
      (answer) => answer.arrayBuffer(),
      () => {}
    )
    return performance.now() - from
  })
  return Effect.fnUntraced(function* (one: FuzzedRequest) {
    const before = workOf(pid)
    const asking = yield* Effect.forkChild(ask(one))
    let slowest = 0
    do {
      yield* Effect.sleep("2 millis")
      slowest = Math.max(slowest, yield* probe)
    } while (slowest < hung && asking.pollUnsafe() === undefined)
    const response = slowest < hung ? yield* Fiber.join(asking) : { answer: undefined, took: slowest }
    return { ...response, probe: slowest, worked: workOf(pid) - before } satisfies Probed
  })
}

/** What a request stalls the process for, at least: a probe that waited for the machine has not waited for the process, which did not work. */
export const stallOf = ({ probe, worked }: Probed): number => Math.min(probe, worked)

export const statusOf = (answer: ApiResponse | undefined): number => answer?.status ?? 0
