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

/** A call that is made again and again beside another. */
export interface Probe {
  readonly url: string
  readonly init: RequestInit
}

/** Runs `work`, and makes the probes on other connections until it has ended; undefined if one of them hung. */
export const slowestProbe = Effect.fnUntraced(function* <A, E, R>(
  probes: ReadonlyArray<Probe>,
  work: Effect.Effect<A, E, R>
) {
  const probe = ({ url, init }: Probe) =>
    Effect.promise(async () => {
      const from = performance.now()
      const signal = AbortSignal.timeout(hungMillis)
      await fetch(url, { ...init, signal }).then(
        (answer) => answer.arrayBuffer(),
        () => {}
      )
      return performance.now() - from
    })
  const working = yield* Effect.forkChild(work)
  let slowest = 0
  do {
    yield* Effect.sleep("2 millis")
    for (const one of probes) slowest = Math.max(slowest, yield* probe(one))
  } while (slowest < hungMillis && working.pollUnsafe() === undefined)
  return { slowest, answer: slowest < hungMillis ? yield* Fiber.join(working) : undefined }
})

/** Sends a request, and probes on other connections until its response arrives. */
export const sendWithProbe = (
  { origin, pid }: { readonly origin: string; readonly pid: number },
  ask: (one: FuzzedRequest) => Effect.Effect<SentRequest>
) =>
  Effect.fnUntraced(function* (one: FuzzedRequest) {
    const before = workOf(pid)
    const { slowest, answer } = yield* slowestProbe([{ url: `${origin}/health/live`, init: {} }], ask(one))
    const response = answer ?? { answer: undefined, took: slowest }
    return { ...response, probe: slowest, worked: workOf(pid) - before } satisfies ProbedRequest
  })

/** How long a request blocked the process, at least: the lesser of probe time and CPU time, since a probe may also wait for the machine. */
export const stallMillis = ({ probe, worked }: ProbedRequest): number => Math.min(probe, worked)

export const statusOf = (answer: ApiResponse | undefined): number => answer?.status ?? 0
