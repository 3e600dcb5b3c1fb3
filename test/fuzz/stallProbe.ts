import { Effect, Fiber } from "effect"
import { readFileSync } from "node:fs"
import type { ApiResponse } from "../support/http/http.ts"
import type { SentRequest } from "./sendRequest.ts"
import type { FuzzedRequest } from "./requests.ts"

/** The longest that one request may block the process, in milliseconds. */
export const maxStallMillis = 250

/** Milliseconds after which a process counts as hung. */
export const hungMillis = 20_000

/** A request with the slowest probe beside it and the main thread's CPU time meanwhile, in milliseconds. */
export interface ProbedRequest extends SentRequest {
  readonly probe: number
  readonly worked: number
}

/** The CPU time of a process's main thread, in milliseconds. */
const workOf = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, "utf8").split(" ")[0]) / 1e6

/** Sends a request, and probes on other connections until its response arrives. */
export const sendWithProbe = (
  { origin, pid }: { readonly origin: string; readonly pid: number },
  ask: (one: FuzzedRequest) => Effect.Effect<SentRequest>
) => {
  const probe = Effect.promise(async () => {
    const from = performance.now()
    const signal = AbortSignal.timeout(hungMillis)
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
    } while (slowest < hungMillis && asking.pollUnsafe() === undefined)
    const response = slowest < hungMillis ? yield* Fiber.join(asking) : { answer: undefined, took: slowest }
    return { ...response, probe: slowest, worked: workOf(pid) - before } satisfies ProbedRequest
  })
}

/** How long a request blocked the process, at least: the lesser of probe time and CPU time, since a probe may also wait for the machine. */
export const stallMillis = ({ probe, worked }: ProbedRequest): number => Math.min(probe, worked)

export const statusOf = (answer: ApiResponse | undefined): number => answer?.status ?? 0
