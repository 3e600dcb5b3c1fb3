import { assert, describe, it } from "@effect/vitest"
import { Cause, Clock, Effect, Exit, Fiber } from "effect"
import { connect } from "node:net"
import { backgroundLoadDuring, p99Of } from "../support/faults/backgroundLoad.ts"
import { databases, withDatabase } from "../support/database/databases.ts"
import { post, sendRaw } from "../support/http/http.ts"
import { resetPeakMemory, peakMemory, startServer } from "../support/faults/processes.ts"
import { placeConcurrently, placeWhileBusy, countByStatus } from "../support/faults/concurrently.ts"
import { orderBody } from "../support/samples/orderBody.ts"
import { timeLimit, quickOrFull, reportRun, isThorough } from "../support/runner/runs.ts"
import { seedAccount } from "../support/database/seed.ts"

// Ten times the slots of an account in the full run.
const crowd = quickOrFull(900, 3_840)

/** The code of an error, else its message: a contract violation, or no response within five minutes. */
const codeOf = (error: unknown): unknown =>
  error instanceof Error && error.cause instanceof Error && "code" in error.cause ? error.cause.code : String(error)

for (const database of ["embedded", "PostgreSQL"] as const) {
  // Rejected and cut off calls never reach the database, so the embedded variant runs in `npm run faults` only.
  if (database === "embedded" && !isThorough) continue
  describe(`an account that sends far more concurrent calls than a process admits, ${database}`, () => {
    it.live("gets quick 503s, while another account is served, and is served normally afterwards", () =>
      Effect.gen(function* () {
        const settings = yield* databases[database]
        const [noisy, quiet] = yield* withDatabase(settings)(Effect.all([seedAccount(), seedAccount()]))
        // All through one trusted proxy, whose connections are not limited.
        const server = yield* startServer({ ...settings, TRUST_PROXY: "127.0.0.1" })
        const quietLoad = { url: `${server.origin}/v1/orders/placed`, token: quiet.token }
        const { calls: alone } = yield* backgroundLoadDuring(
          { ...quietLoad, first: 1, atLeast: quickOrFull(50, 500) },
          Effect.void
        )
        resetPeakMemory(server.pid)
        const bodies = Array.from({ length: crowd }, (_, at) =>
          orderBody({ order_id: at + 1, padding: "x".repeat(10_000) })
        )
        const { result, calls: beside } = yield* backgroundLoadDuring(
          { ...quietLoad, first: alone.length + 1, atLeast: 20 },
          Effect.forEach([1, 2, 3], () =>
            Effect.forEach(bodies, (one) => Effect.exit(placeConcurrently([server], noisy.token, [one])), {
              concurrency: "unbounded"
            })
          )
        )
        const exits = result.flat()
        const answers = exits.filter(Exit.isSuccess).flatMap(({ value }) => value)
        const unconnected = exits.filter(Exit.isFailure).map(({ cause }) => codeOf(Cause.squash(cause)))
        const statuses = countByStatus(answers)
        const memory = peakMemory(server.pid)
        const [usual, then] = [p99Of(alone), p99Of(beside)]
        reportRun(`an account beyond its places, and another, ${database}`, {
          runs: exits.length,
          worst: { value: memory, bar: 700, unit: "MiB", of: "resident" },
          more: `${statuses[503] ?? 0} answers of 503 at ${crowd} calls a time, ${unconnected.length} never connected; none of ${beside.length} calls of the other account met one, its p99 ${Math.round(usual)} ms alone, ${Math.round(then)} ms beside on the same machine as the crowd, ${(then / usual).toFixed(1)} times`
        })
        assert.deepStrictEqual(countByStatus(alone), { 201: alone.length })
        assert.deepStrictEqual(countByStatus(beside), { 201: beside.length })
        // With a full backlog the kernel may delay a few connections beyond the client's timeout.
        assert.deepStrictEqual([...new Set(unconnected).difference(new Set(["UND_ERR_CONNECT_TIMEOUT"]))], [])
        assert.isAtMost(unconnected.length, exits.length / 100)
        assert.isAbove(statuses[503] ?? 0, 0)
        assert.strictEqual((statuses[200] ?? 0) + (statuses[201] ?? 0) + (statuses[503] ?? 0), answers.length)
        for (const { status, headers } of answers)
          if (status === 503) assert.strictEqual(headers.get("retry-after"), "1")
        assert.isBelow(memory, 700)
        const after = countByStatus(yield* placeWhileBusy([server], noisy.token, bodies.slice(0, 100)))
        assert.strictEqual((after[200] ?? 0) + (after[201] ?? 0), 100)
      })
    )
  })

  describe(`a slow client, ${database}`, { concurrent: true }, () => {
    it.live("is disconnected after 10 s in its headers and after 30 s in its body", () =>
      Effect.gen(function* () {
        const settings = yield* databases[database]
        const { token } = yield* withDatabase(settings)(seedAccount())
        const server = yield* startServer(settings)
        const heldFor = (sent: string) =>
          Effect.promise(
            () =>
              new Promise<number>((resolve) => {
                const from = performance.now()
                const socket = connect(Number(new URL(server.origin).port), "127.0.0.1", () => socket.write(sent))
                socket.resume()
                socket.on("error", () => {})
                socket.on("close", () => resolve((performance.now() - from) / 1_000))
              })
          )
        const start = "POST /v1/orders/placed HTTP/1.1\r\nHost: x\r\n"
        const [inHeaders, inBody] = yield* Effect.all(
          [
            heldFor(start),
            heldFor(
              `${start}Authorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`
            )
          ],
          { concurrency: "unbounded" }
        )
        // Timeouts are checked once a second, later on a busy machine.
        assert.isAtLeast(inHeaders, 9.9)
        assert.isBelow(inHeaders, 29)
        assert.isAtLeast(inBody, 29.9)
        assert.isBelow(inBody, Math.min(timeLimit(35), 59))
      })
    )

    it.live("does not delay a shutdown: its call gets 503 or is disconnected", () =>
      Effect.gen(function* () {
        const settings = yield* databases[database]
        const { token } = yield* withDatabase(settings)(seedAccount())
        const server = yield* startServer(settings)
        const head = ["POST /v1/orders/placed HTTP/1.1", "Host: x", `Authorization: Bearer ${token}`]
        const half = [...head, "Content-Type: application/json", "Content-Length: 100", "", '{"order_id": 1,'].join(
          "\r\n"
        )
        const answer = yield* Effect.forkScoped(sendRaw(server.origin, half))
        // A later call was answered, so the earlier one is running.
        yield* post(`${server.origin}/v1/orders/placed`, token, orderBody())
        const from = yield* Clock.currentTimeMillis
        assert.deepStrictEqual(yield* server.end("SIGTERM"), { code: 0, signal: null })
        const value = (yield* Clock.currentTimeMillis) - from
        const bar = 20_000
        reportRun(`SIGTERM, half a body, ${database}`, {
          runs: 1,
          worst: { value, bar, unit: "ms", of: "until the end" }
        })
        assert.match(yield* Fiber.join(answer), /^(?:$|HTTP\/1.1 503 [^]*\r\nretry-after: 1\r\n)/i)
        // The body's own timeout would be 30 s.
        assert.isBelow(value, Math.min(timeLimit(bar), 30_000))
      }).pipe(Effect.scoped)
    )
  })
}
