import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { readdirSync, statSync } from "node:fs"
import { connect, type Socket } from "node:net"
import { databases, withDatabase } from "../support/database/databases.ts"
import { post, send } from "../support/http/http.ts"
import { metrics } from "../support/http/metrics.ts"
import { resetPeakMemory, peakMemory, startServer } from "../support/faults/processes.ts"
import { orderBody } from "../support/samples/orderBody.ts"
import { timeLimit, reportRun } from "../support/runner/runs.ts"
import { seedAccount } from "../support/database/seed.ts"
import { eventually } from "../support/faults/eventually.ts"

const assets = new URL("../../dist/dashboard/assets/", import.meta.url)
const largest = readdirSync(assets)
  .map((name) => ({ name, size: statSync(new URL(name, assets)).size }))
  .reduce((a, b) => (a.size > b.size ? a : b)).name

const clients = 320
const paths = ["/docs", "/docs/reference.js", "/openapi.json", `/dashboard/assets/${largest}`]

/** A client of its own network that requests many pages and reads no response. */
const deaf = (origin: string, at: number) =>
  Effect.acquireRelease(
    Effect.promise(
      () =>
        new Promise<Socket>((resolve, reject) => {
          const asks = [...paths, ...paths.slice(0, 2)].map(
            (path) => `GET ${path} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 198.51.${at >> 8}.${at & 255}\r\n\r\n`
          )
          const socket = connect(Number(new URL(origin).port), "127.0.0.1", () => {
            socket.write(asks.join(""), () => resolve(socket))
          })
          socket.pause()
          socket.on("error", reject)
        })
    ),
    (socket) => Effect.sync(() => socket.destroy())
  )

describe("clients that request pages and never read the response", () => {
  it.live("share one copy of each page, delay no other client, and are disconnected", () =>
    Effect.gen(function* () {
      const settings = yield* databases.PostgreSQL
      const { token } = yield* withDatabase(settings)(seedAccount())
      const measured = yield* metrics
      const server = yield* startServer({ ...settings, ...measured.settings, TRUST_PROXY: "127.0.0.1" })
      for (const path of paths) yield* send(server.origin + path)
      resetPeakMemory(server.pid)
      const before = peakMemory(server.pid)
      const open = Effect.map(measured.scrape, ({ value }) => value("tally_connections") ?? Number.NaN)
      const others = yield* open
      yield* Effect.forEach(
        Array.from({ length: clients }, (_, at) => at),
        (at) => deaf(server.origin, at)
      )
      yield* eventually(Effect.map(open, (count) => count >= clients))
      for (let order_id = 1; order_id <= 20; order_id++)
        assert.strictEqual(
          (yield* post(`${server.origin}/v1/orders/placed`, token, orderBody({ order_id }))).status,
          201
        )
      assert.strictEqual((yield* send(`${server.origin}/dashboard/api/session`)).status, 401)
      assert.strictEqual((yield* send(`${server.origin}/docs`)).status, 200)
      const from = performance.now()
      yield* eventually(Effect.map(open, (count) => count <= others + 4))
      const seconds = (performance.now() - from) / 1_000
      const memory = peakMemory(server.pid)
      reportRun("clients that read nothing", {
        runs: clients,
        worst: { value: memory, bar: 450, unit: "MiB", of: "resident" },
        more: `${Math.round(before)} MiB before, cut off after ${Math.round(seconds)} s`
      })
      assert.isBelow(memory, 450)
      assert.isBelow(seconds, timeLimit(35))
    })
  )
})
