import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { once } from "node:events"
import { IncomingMessage, ServerResponse } from "node:http"
import { connect, Socket } from "node:net"
import { tokenDoor } from "../../src/http/Door.ts"
import { FailureLog } from "../../src/http/FailureLog.ts"
import { mostInFlight } from "../../src/http/InFlight.ts"
import { RefusalPace } from "../../src/http/RefusalPace.ts"
import { ServerBehindDoor } from "../../src/http/ServerBehindDoor.ts"
import { sendRaw } from "../support/http.ts"
import { until } from "../support/until.ts"

const bearer = (digit: string) => `Bearer service_${digit.repeat(40)}`
const parts = Layer.merge(RefusalPace.layer, FailureLog.layer)
const { account, limited } = mostInFlight

/** Requests are handed to its server; `inside` are the answers of those that came through the door. */
const behindDoor = Effect.gen(function* () {
  const inside: Array<ServerResponse> = []
  const enter = (_: IncomingMessage, response: ServerResponse) => void inside.push(response)
  const never = () => assert.fail("An offer of another protocol was taken")
  const server = new ServerBehindDoor({}, yield* tokenDoor)
  // As the service has it.
  server.on("request", enter).on("checkContinue", enter).on("upgrade", never)
  const come = (authorization: string | undefined, times = 1, url = "/v1/account") => {
    let last: ServerResponse | undefined
    for (let time = 0; time < times; time++) {
      const request = new IncomingMessage(new Socket())
      request.url = url
      if (authorization !== undefined) request.headers.authorization = authorization
      last = new ServerResponse(request)
      server.emit("request", request, last)
    }
    return last
  }
  /** Answers those who came first; those leave without one who have none. */
  const answer = (status: number | undefined, times = 1) => {
    for (const response of inside.splice(0, times)) {
      if (status !== undefined) response.writeHead(status).end()
      response.emit("close")
    }
  }
  return { inside, come, answer, server }
})

/** What a client sends over a connection of its own. */
const listening = (server: ServerBehindDoor) =>
  Effect.gen(function* () {
    yield* Effect.acquireRelease(
      Effect.promise(() => once(server.listen(0, "127.0.0.1"), "listening")),
      () =>
        Effect.sync(() => {
          server.close()
          server.closeAllConnections()
        })
    )
    const address = server.address()
    return typeof address === "object" ? (address?.port ?? 0) : 0
  })

const requestWith = (...headers: ReadonlyArray<string>) =>
  ["POST /v1/orders/placed HTTP/1.1", "Host: x", `Authorization: ${bearer("a")}`, ...headers, "", ""].join("\r\n")

describe("the door", () => {
  it.effect(
    "lets as many calls of a token in as it has places, however the token is written, and others beside them",
    () =>
      Effect.gen(function* () {
        const { inside, come, answer } = yield* behindDoor
        come(bearer("a"), account)
        come(bearer("a").replace("Bearer ", "bearer   "))
        assert.lengthOf(inside, account)
        come(bearer("b"))
        come(undefined)
        come("Basic YTpi", account + 1)
        come(bearer("a"), 1, "/health/ready")
        assert.lengthOf(inside, 2 * account + 4)
        answer(201)
        come(bearer("a"), 2)
        assert.lengthOf(inside, 2 * account + 4)
      }).pipe(Effect.provide(parts))
  )

  it.effect("takes what can't be a token for one and the same", () =>
    Effect.gen(function* () {
      const { inside, come, answer } = yield* behindDoor
      for (let call = 0; call <= account; call++) come(`Bearer ${call}`)
      assert.lengthOf(inside, account)
      answer(429)
      come("Bearer x")
      assert.lengthOf(inside, account)
    }).pipe(Effect.provide(parts))
  )

  it.effect("leaves fewer places to a token that calls beyond its limits, until a call is within them", () =>
    Effect.gen(function* () {
      const { inside, come, answer } = yield* behindDoor
      come(bearer("a"), 200)
      answer(429)
      come(bearer("a"))
      assert.lengthOf(inside, 199)
      answer(429, 100)
      // Neither who left nor a fault says that it is within them.
      answer(undefined)
      answer(503, 98 - limited + 1)
      come(bearer("a"), 2)
      assert.lengthOf(inside, limited)
      answer(201)
      come(bearer("a"), 200)
      assert.lengthOf(inside, limited - 1 + 200)
    }).pipe(Effect.provide(parts))
  )

  it.effect("answers fifty it keeps out at once, and more of them one after another", () =>
    Effect.gen(function* () {
      const { come } = yield* behindDoor
      come(bearer("a"), account)
      const early = come(bearer("a"), 50)
      const later = come(bearer("a"))
      yield* TestClock.adjust(0)
      assert.deepStrictEqual([early?.statusCode, early?.writableEnded], [503, true])
      assert.strictEqual(later?.writableEnded, false)
      yield* TestClock.adjust("10 millis")
      assert.deepStrictEqual([later?.statusCode, later?.writableEnded], [503, true])
    }).pipe(Effect.provide(parts))
  )

  it.live("tells who asks before sending a body, and expects nothing more over that connection", () =>
    Effect.gen(function* () {
      const { come, inside, server } = yield* behindDoor
      const port = yield* listening(server)
      come(bearer("a"), account)
      const answer = yield* sendRaw(
        `http://127.0.0.1:${port}`,
        requestWith("Content-Length: 9", "Expect: 100-continue")
      )
      assert.match(answer, /^HTTP\/1\.1 503 [^]*\r\nconnection: close\r\n[^]*\r\n\r\n\{"error":\{/i)
      assert.lengthOf(inside, account)
    }).pipe(Effect.provide(parts), Effect.scoped)
  )

  it.live("gives all places back of a connection that breaks, with calls behind others on it", () =>
    Effect.gen(function* () {
      const { come, inside, server } = yield* behindDoor
      const port = yield* listening(server)
      const socket = connect(port, "127.0.0.1", () => {
        const one = requestWith("Content-Length: 0")
        socket.write(one + one + requestWith("Content-Length: 0", "Connection: upgrade", "Upgrade: other"))
      })
      socket.on("error", () => {})
      yield* until(Effect.sync(() => inside.length === 3))
      assert.isTrue(inside[0]?.writable)
      const left = Effect.promise(() => once(server, "left"))
      inside[0]?.socket?.once("close", () => server.emit("left"))
      socket.destroy()
      yield* left
      come(bearer("a"), account + 1)
      assert.lengthOf(inside, 3 + account)
    }).pipe(Effect.provide(parts), Effect.scoped)
  )
})
