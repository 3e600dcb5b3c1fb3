import { NodeHttpServer } from "@effect/platform-node"
import { assert, describe, it, live } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, Layer } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { TestClock } from "effect/testing"
import { once } from "node:events"
import { createServer } from "node:http"
import { connect, type Socket } from "node:net"
import { Unavailable } from "../../src/domain/Errors.ts"
import { callBounds } from "../../src/domain/capacity/bounds.ts"
import { callCapacity, CallCapacity, takeWorkSlot } from "../../src/http/capacity/CallCapacity.ts"
import { databaseLayer, databases } from "../support/database/databases.ts"
import { rejectionsBy } from "../support/faults/gatedGroupCommit.ts"
import { Origin, originLayer, post, newClientAddress, RealPasswords } from "../support/http/http.ts"
import { countByStatus } from "../support/faults/concurrently.ts"
import { eventually } from "../support/faults/eventually.ts"

const busy = Exit.fail(new Unavailable({ retryAfter: 1 }))
const kinds = ["api", "dashboard", "public"] as const

/** Calls that take their slots, and end on request. */
const service = (kind: (typeof kinds)[number]) => {
  const withCapacity = callCapacity(kind)
  const request = HttpServerRequest.fromWeb(new Request("http://localhost/"))
  const call = (key: string, needs: Effect.Effect<void, Unavailable>) =>
    Effect.gen(function* () {
      const done = yield* Deferred.make<void>()
      const work = withCapacity(key)(Effect.andThen(needs, Deferred.await(done)))
      const fiber = yield* Effect.forkChild(Effect.provideService(work, HttpServerRequest.HttpServerRequest, request))
      yield* TestClock.adjust(0)
      return { fiber, end: Effect.andThen(Deferred.succeed(done, undefined), Fiber.await(fiber)) }
    })
  return {
    call,
    working: (key: string) => call(key, takeWorkSlot),
    reading: (key: string, bytes: number) =>
      call(
        key,
        Effect.flatMap(CallCapacity, ({ reserveBytes }) => reserveBytes(bytes))
      )
  }
}

const ended = ({ fiber }: { readonly fiber: Fiber.Fiber<void, Unavailable> }) => fiber.pollUnsafe()

for (const kind of kinds) {
  const { calls, bytes } = callBounds[kind]
  describe(`calls of the kind ${kind}`, () => {
    it.effect("get 503 beyond the limit of one caller and the limit of all callers, and are counted", () =>
      Effect.gen(function* () {
        const { working } = service(kind)
        const [beyondAll, beyondEach] = [yield* rejectionsBy(kind), yield* rejectionsBy(`${kind}_each`)]
        const openRequests = yield* Effect.forEach(Array.from({ length: calls.each }), () => working("one"))
        assert.deepStrictEqual(ended(yield* working("one")), busy)
        for (let at = calls.each; at < calls.all; at++)
          assert.isUndefined(ended(yield* working(`other ${Math.floor(at / calls.each)}`)))
        assert.deepStrictEqual(ended(yield* working("last")), busy)
        assert.strictEqual((yield* rejectionsBy(`${kind}_each`)) - beyondEach, 1)
        assert.strictEqual((yield* rejectionsBy(kind)) - beyondAll, 1)
        yield* openRequests[0]?.end ?? Effect.void
        assert.isUndefined(ended(yield* working("last")))
      })
    )

    it.effect("take no slot before their body has arrived", () =>
      Effect.gen(function* () {
        const { call, working } = service(kind)
        for (let at = 0; at <= calls.all; at++) yield* call("one", Effect.never)
        assert.isUndefined(ended(yield* working("one")))
      })
    )

    it.effect("share a byte budget for large bodies, in total and per caller", () =>
      Effect.gen(function* () {
        const { reading } = service(kind)
        const half = bytes.each / 2
        const first = yield* reading("one", half)
        yield* reading("one", half)
        assert.deepStrictEqual(ended(yield* reading("one", 1)), busy)
        assert.isUndefined(ended(yield* reading("one", 0)))
        for (let taken = bytes.each; taken < bytes.all; taken += bytes.each)
          assert.isUndefined(ended(yield* reading(`other ${taken}`, bytes.each)))
        assert.deepStrictEqual(ended(yield* reading("last", 1)), busy)
        yield* first.end
        assert.isUndefined(ended(yield* reading("last", half)))
      })
    )
  })
}

live("a place is held until the answer has left: callers that read nothing keep theirs", () =>
  Effect.gen(function* () {
    const content = Buffer.alloc(32 * 1024 * 1024)
    const answer = Effect.as(takeWorkSlot, HttpServerResponse.uint8Array(content))
    const limited = callCapacity("public")("one")(answer).pipe(
      Effect.orElseSucceed(() => HttpServerResponse.empty({ status: 503 }))
    )
    const handler = yield* NodeHttpServer.makeHandler(limited, { scope: yield* Effect.scope })
    const server = createServer(handler)
    yield* Effect.acquireRelease(
      Effect.promise(() => once(server.listen(0, "127.0.0.1"), "listening")),
      () => Effect.sync(() => server.closeAllConnections())
    )
    const address = server.address()
    const port = typeof address === "object" ? (address?.port ?? 0) : 0
    let handled = 0
    server.on("request", () => handled++)
    const ask = Effect.sync((): Socket => {
      const socket = connect(port, "127.0.0.1", () => socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n"))
      return socket.pause()
    })
    const deaf = yield* Effect.forEach(Array.from({ length: callBounds.public.calls.each }), () => ask)
    yield* eventually(Effect.sync(() => handled === deaf.length))
    const status = Effect.promise(async () => (await fetch(`http://127.0.0.1:${port}`)).status)
    assert.strictEqual(yield* status, 503)
    deaf[0]?.destroy()
    yield* eventually(Effect.map(status, (got) => got === 200))
    deaf.forEach((socket) => socket.destroy())
    server.close()
  }).pipe(Effect.scoped)
)

live("sign-ins of one network at once take its places and leave those of others", () =>
  Effect.gen(function* () {
    const url = `${yield* Origin}/dashboard/api/session`
    const network = newClientAddress()
    const attempt = (at: number, headers: Record<string, string>) =>
      post(url, null, { email: `${at}@example.com`, password: "wrong" }, headers)
    const crowd = yield* Effect.forkChild(
      Effect.forEach(
        Array.from({ length: 90 }, (_, at) => at),
        // A busy machine may be late with a request for so long that the server closes its connection.
        (at) => Effect.exit(attempt(at, network)),
        { concurrency: "unbounded" }
      )
    )
    const before = yield* rejectionsBy("public_each")
    yield* eventually(Effect.map(rejectionsBy("public_each"), (count) => count > before))
    assert.strictEqual((yield* attempt(100, newClientAddress())).status, 401)
    const exits = yield* Fiber.join(crowd)
    const answers = exits.flatMap((exit) => (Exit.isSuccess(exit) ? [exit.value] : []))
    const { 401: let_in = 0, 503: rejected = 0 } = countByStatus(answers)
    assert.strictEqual(let_in + rejected, answers.length)
    // Those whose connection was closed may have had a place too.
    assert.isAtMost(rejected, exits.length - callBounds.public.calls.each)
  }).pipe(Effect.provide(originLayer({}, RealPasswords).pipe(Layer.provideMerge(databaseLayer(databases.PostgreSQL)))))
)
