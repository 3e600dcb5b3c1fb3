import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { connect } from "node:net"
import { timeLimit } from "../runner/runs.ts"
import { eventually } from "./eventually.ts"

export const mib = 1024 * 1024

/** A request with an incomplete body, open until the client sends the rest or disconnects. */
interface OpenRequest {
  /** The response so far. */
  readonly answer: () => string
  readonly send: (rest: string) => Effect.Effect<void>
  readonly hangUp: Effect.Effect<void>
}

/** Sends the head of a POST, with JSON unless the headers say otherwise, and `part` of its body. Ends with the scope. */
export const openRequest = (origin: string, path: string, headers: ReadonlyArray<string>, part: string) =>
  Effect.acquireRelease(
    Effect.sync((): OpenRequest => {
      const type = headers.some((header) => /^content-type:/i.test(header)) ? [] : ["Content-Type: application/json"]
      const head = [`POST ${path} HTTP/1.1`, "Host: x", ...type, ...headers, "", ""]
      let answer = ""
      const socket = connect(Number(new URL(origin).port), "127.0.0.1", () => socket.write(head.join("\r\n") + part))
      socket.on("data", (chunk: Buffer) => (answer += chunk.toString()))
      socket.on("error", () => {})
      return {
        answer: () => answer,
        send: (rest) => Effect.sync(() => socket.write(rest)),
        hangUp: Effect.sync(() => socket.destroy())
      }
    }),
    ({ hangUp }) => hangUp
  )

/** The requests that have a response. */
export const withResponse = (requests: ReadonlyArray<OpenRequest>) => requests.filter(({ answer }) => answer() !== "")

/** Waits until `count` of these got 503 with Retry-After. */
export const awaitRejected = Effect.fnUntraced(function* (requests: ReadonlyArray<OpenRequest>, count: number) {
  yield* Effect.ignore(
    Effect.timeout(
      eventually(Effect.sync(() => withResponse(requests).length === count)),
      Math.min(timeLimit(10_000), 25_000)
    )
  )
  assert.lengthOf(withResponse(requests), count)
  for (const { answer } of withResponse(requests)) {
    assert.match(answer(), /^HTTP\/1\.1 503 /)
    assert.match(answer(), /\r\nretry-after: 1\r\n/i)
  }
})
