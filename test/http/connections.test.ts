import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { once } from "node:events"
import type { ServerResponse } from "node:http"
import { connect, type Socket } from "node:net"
import { connectionLimit, type serializeRequests } from "../../src/http/capacity/ConnectionLimit.ts"
import { type Gate, GatedServer } from "../../src/http/capacity/GatedServer.ts"
import { eventually } from "../support/faults/eventually.ts"

const open: Gate = { accept: () => true, respond: () => false }

/** A server behind a connection limit; its requests wait in `inside` for their responses. */
const listening = (gate: Gate, bounds?: Parameters<typeof serializeRequests>[0]) =>
  Effect.gen(function* () {
    const inside: Array<ServerResponse> = []
    const server = new GatedServer(gate, bounds)
    server.on("request", (_, response) => inside.push(response))
    server.on("checkContinue", (_, response) => inside.push(response))
    server.on("upgrade", () => assert.fail("An offer of another protocol was taken"))
    yield* Effect.acquireRelease(
      Effect.promise(() => once(server.listen(0, "127.0.0.1"), "listening")),
      () =>
        Effect.sync(() => {
          server.close()
          server.closeAllConnections()
        })
    )
    const address = server.address()
    const port = typeof address === "object" ? (address?.port ?? 0) : 0
    /** A connection, open or closed. */
    const client = (localAddress = "127.0.0.1") =>
      Effect.promise(
        () =>
          new Promise<Socket>((resolve) => {
            const socket = connect({ port, host: "127.0.0.1", localAddress })
            socket.on("error", () => {})
            socket.once("connect", () => resolve(socket.resume()))
          })
      )
    return { inside, server, client }
  })

const get = (path = "/", ...headers: ReadonlyArray<string>) =>
  [`GET ${path} HTTP/1.1`, "Host: x", ...headers, "", ""].join("\r\n")

const closes = (socket: Socket) => eventually(Effect.sync(() => socket.destroyed))

describe("a connection", () => {
  it.live("handles pipelined requests one at a time, each after the previous response was sent", () =>
    Effect.gen(function* () {
      const { inside, client } = yield* listening(open)
      const socket = yield* client()
      socket.write(get("/1") + get("/2") + get("/3", "Connection: upgrade", "Upgrade: other"))
      for (const path of ["/1", "/2", "/3"]) {
        yield* eventually(Effect.sync(() => inside.length > 0))
        assert.deepStrictEqual(
          inside.map(({ req }) => req.url),
          [path]
        )
        inside.shift()?.end()
      }
    }).pipe(Effect.scoped)
  )

  it.live("answers every pipelined request in order, and is not read while too many wait", () =>
    Effect.gen(function* () {
      const { inside, server, client } = yield* listening(open)
      const paths = Array.from({ length: 20_000 }, (_, n) => `/${n}`)
      const accepted: Array<Socket> = []
      server.on("connection", (socket) => accepted.push(socket))
      const socket = yield* client()
      let received = ""
      socket.setEncoding("latin1").on("data", (text: string) => (received += text))
      const text = paths.map((path) => get(path)).join("")
      socket.write(text)
      yield* eventually(Effect.sync(() => inside.length === 1 && accepted[0]?.isPaused() === true))
      assert.isBelow(accepted[0]?.bytesRead ?? 0, text.length / 2)
      // From now on each is answered at once.
      server.on("request", ({ url }, response) => response.end(url))
      inside[0]?.end("/0")
      yield* eventually(Effect.sync(() => received.endsWith("/19999")))
      const answered = [...received.matchAll(/\r\n\r\n(?:[0-9a-f]+\r\n)?(\/\d+)/g)].map(([, path]) => path)
      assert.deepStrictEqual(answered, paths)
      assert.isFalse(socket.destroyed)
    }).pipe(Effect.scoped)
  )

  it.live(
    "that pipelines beyond the bound of the process gets the answers of all that it took, and is closed after them",
    () =>
      Effect.gen(function* () {
        const { inside, client } = yield* listening(open, { pipelined: 2, pipelinedInAll: 4 })
        const [polite, greedy] = [yield* client(), yield* client()]
        polite.write(get("/polite"))
        yield* eventually(Effect.sync(() => inside.length === 1))
        let received = ""
        greedy.setEncoding("latin1").on("data", (text: string) => (received += text))
        greedy.write(Array.from({ length: 9 }, (_, n) => get(`/${n}`)).join(""))
        for (const path of ["/0", "/1", "/2", "/3", "/4"]) {
          yield* eventually(Effect.sync(() => inside.length === 2))
          assert.strictEqual(inside[1]?.req.url, path)
          inside.pop()?.end(path)
        }
        yield* closes(greedy)
        assert.deepStrictEqual(
          received.match(/connection: .*/gi)?.map((line) => line.toLowerCase().trim()),
          [...Array.from({ length: 4 }, () => "connection: keep-alive"), "connection: close"]
        )
        assert.lengthOf(received.match(/HTTP\/1.1 200/g) ?? [], 5)
        // What was dropped no longer counts.
        polite.write(get().repeat(4))
        inside.pop()?.end()
        yield* eventually(Effect.sync(() => inside.length === 1))
        assert.isFalse(polite.destroyed)
      }).pipe(Effect.scoped)
  )

  it.live("that breaks drops the requests waiting behind the current one", () =>
    Effect.gen(function* () {
      const { inside, client } = yield* listening(open)
      const socket = yield* client()
      socket.write(get().repeat(3))
      yield* eventually(Effect.sync(() => inside.length === 1))
      socket.destroy()
      const [first] = inside
      yield* eventually(Effect.sync(() => first?.closed === true))
      yield* client()
      assert.lengthOf(inside, 1)
    }).pipe(Effect.scoped)
  )
})

describe("connections", () => {
  it.live(
    "beyond the limit of a network or of the process are closed; trusted proxies have no limit of their own",
    () =>
      Effect.gen(function* () {
        const networkOf = (address: string | undefined) => (address === "127.0.0.9" ? null : (address ?? ""))
        const accept = connectionLimit(networkOf, { all: 6, perAddress: 2 })
        const { client } = yield* listening({ ...open, accept })
        const kept = [yield* client("127.0.0.2"), yield* client("127.0.0.2")]
        yield* closes(yield* client("127.0.0.2"))
        for (let more = 0; more < 4; more++) kept.push(yield* client("127.0.0.9"))
        yield* closes(yield* client("127.0.0.9"))
        yield* closes(yield* client("127.0.0.3"))
        assert.isTrue(kept.every((socket) => !socket.destroyed))
        kept[0]?.destroy()
        // The count falls once the server has noticed the close.
        yield* eventually(
          Effect.gen(function* () {
            const again = yield* client("127.0.0.2")
            again.write(get())
            yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
            return !again.destroyed
          })
        )
      }).pipe(Effect.scoped)
  )
})
