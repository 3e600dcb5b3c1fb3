import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { once } from "node:events"
import { createServer, type RequestListener } from "node:http"
import { inspect } from "node:util"
import { vi } from "vitest"
import { connect, makeClient } from "../../src/client.ts"
import { freePort } from "../support/database/postgres.ts"

const token = `service_${"ab".repeat(20)}`

/** Calls a server with these responses through the client, and counts the attempts. */
const attempts = async (answer: RequestListener, call: "account" | "events", retries = 2, timeout = 30_000) => {
  let count = 0
  const port = await freePort()
  const server = createServer((request, response) => {
    count++
    answer(request, response)
  }).listen(port, "127.0.0.1")
  await once(server, "listening")
  const client = connect({ baseUrl: `http://127.0.0.1:${port}`, token, retries, timeout })
  // What is waited for on purpose: the delays that timers are set to, not what the clock shows after them.
  const timers = vi.spyOn(globalThis, "setTimeout")
  const outcome =
    call === "account"
      ? client.account.get({})
      : client.events.ingest({ headers: {}, payload: { event_type: "seen", email: "ada@example.com" } })
  const failure: unknown = await outcome.then(
    () => undefined,
    (error) => error
  )
  const delays = timers.mock.calls.map(([, delay]) => delay ?? 0).filter((delay) => delay !== timeout)
  timers.mockRestore()
  server.close()
  server.closeAllConnections()
  return { count, failure, maxDelay: Math.max(0, ...delays) }
}

const refusal =
  (status: number, code: string, retryAfter: number): RequestListener =>
  (_, response) => {
    response.writeHead(status, { "content-type": "application/json", "retry-after": String(retryAfter) })
    response.end(JSON.stringify({ error: { code, message: "Not now" } }))
  }

describe("the client", () => {
  it("times out when a response is not complete in time", async () => {
    const half: RequestListener = (_, response) => void response.writeHead(200, { "content-length": "9" }).write("{")
    const { count, failure } = await attempts(half, "events", 0, 5_000)
    assert.strictEqual(count, 1)
    assert.include(String(failure), "No answer within 5000 ms")
  })

  it("never prints its token with an error, at any inspection depth", async () => {
    const json = { "content-type": "application/json" }
    const answers: ReadonlyArray<RequestListener> = [
      ({ socket }) => socket.destroy(),
      (_, response) => response.writeHead(418, { "content-type": "text/plain" }).end("?"),
      (_, response) => response.writeHead(200, json).end("{}"),
      (_, response) => response.writeHead(200, json).end("{"),
      refusal(401, "unauthorized", 0)
    ]
    for (const answer of answers) {
      const { failure } = await attempts(answer, "account", 0)
      assert.instanceOf(failure, Error)
      const shown = [
        inspect(failure, { depth: 20, showHidden: true }),
        String(failure),
        failure.stack,
        JSON.stringify(failure)
      ]
      assert.notInclude(shown.join("\n"), token)
    }
  })

  it("sends traceparent only when the caller has a span", async () => {
    const traceparents: Array<string | undefined> = []
    const server = createServer(({ headers }, response) => {
      traceparents.push(headers["traceparent"]?.toString())
      response.writeHead(404).end()
    }).listen(0, "127.0.0.1")
    await once(server, "listening")
    const address = server.address()
    assert(typeof address === "object" && address !== null)
    const call = Effect.flatMap(makeClient({ baseUrl: `http://127.0.0.1:${address.port}`, token: "t" }), (client) =>
      Effect.exit(client.account.get({}))
    )
    const traceId = await Effect.runPromise(
      Effect.andThen(
        call,
        Effect.useSpan("caller", (span) => Effect.as(Effect.withParentSpan(call, span), span.traceId))
      )
    )
    server.close()
    server.closeAllConnections()
    assert.isUndefined(traceparents[0])
    assert.include(traceparents[1], traceId)
  })
})

describe("the client's retries", () => {
  it("wait for Retry-After, and are limited in number", async () => {
    const { count, failure, maxDelay } = await attempts(refusal(429, "rate_limited", 1), "account", 1)
    assert.strictEqual(count, 2)
    assert.isAtLeast(maxDelay, 1_000)
    assert.propertyVal(failure, "_tag", "RateLimited")
  })

  it("repeat every request that got 503", async () => {
    const { count, failure } = await attempts(refusal(503, "internal_error", 0), "events")
    assert.strictEqual(count, 3)
    assert.propertyVal(failure, "_tag", "Unavailable")
  })

  it("do not wait for the daily window to reset", async () => {
    const { count, failure } = await attempts(refusal(429, "rate_limited", 3_600), "account")
    assert.strictEqual(count, 1)
    assert.propertyVal(failure, "retryAfter", 3_600)
  })

  it("repeat a call without a response only if it is idempotent", async () => {
    const cut: RequestListener = (request) => request.socket.destroy()
    assert.strictEqual((await attempts(cut, "account")).count, 3)
    assert.strictEqual((await attempts(cut, "events")).count, 1)
  })
})
