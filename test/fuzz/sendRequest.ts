import { Effect, Semaphore } from "effect"
import type { ApiResponse } from "../support/http/http.ts"
import { sendBytes } from "./raw.ts"
import { type FuzzedRequest, isExpensive } from "./requests.ts"

/** The response, and its time in milliseconds. */
export interface SentRequest {
  readonly answer: ApiResponse | undefined
  readonly took: number
}

/** Sends requests to a server, each from a new client address. */
export const requestSender = (origin: string) => {
  let number = 0
  // Password hashes are expensive by design, so they are sent one at a time.
  const alone = Semaphore.makeUnsafe(1).withPermits(1)

  const askOverFetch = ({ path, init }: FuzzedRequest) =>
    Effect.promise(async (): Promise<SentRequest> => {
      number++
      // Requests without a token get a new address, so that rate limits do not mask other responses.
      const address = `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`
      const headers = { ...init.headers, "x-forwarded-for": address }
      const from = performance.now()
      try {
        const response = await fetch(`${origin}${path}`, { ...init, headers, redirect: "manual" })
        const text = await response.text()
        const took = performance.now() - from
        const isJson = response.headers.get("content-type")?.includes("json") === true
        return {
          answer: {
            status: response.status,
            headers: response.headers,
            text,
            json: isJson ? JSON.parse(text) : undefined
          },
          took
        }
      } catch {
        return { answer: undefined, took: performance.now() - from }
      }
    })

  // Of broken bytes only the statuses are read: none where the connection is closed without a word, several where the bytes
  // are several requests; then the best, for all to be refused, unless one is a failure.
  const askRaw = (raw: string) =>
    Effect.suspend(() => {
      const from = performance.now()
      return Effect.map(sendBytes(origin, raw), (text): SentRequest => {
        const all = [...text.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)].map(([, status]) => Number(status))
        const statuses = all.filter((status) => status !== 100).toSorted((a, b) => a - b)
        const [best = 0, worst = best] = [statuses[0], statuses.at(-1)]
        const status = worst >= 500 ? worst : best
        return { answer: { status, headers: new Headers(), text, json: undefined }, took: performance.now() - from }
      })
    })

  return (one: FuzzedRequest): Effect.Effect<SentRequest> =>
    one.raw !== undefined ? askRaw(one.raw) : isExpensive(one.operation) ? alone(askOverFetch(one)) : askOverFetch(one)
}
