import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { once } from "node:events"
import { connect } from "node:net"
import { databases, withDatabase } from "../support/database/databases.ts"
import { startServer } from "../support/faults/processes.ts"
import { countByStatus } from "../support/faults/concurrently.ts"
import { orderBody } from "../support/samples/orderBody.ts"
import { timeLimit, reportRun } from "../support/runner/runs.ts"
import { seedAccount } from "../support/database/seed.ts"

interface Timed {
  readonly status: number
  readonly head: string
  /** Milliseconds since all were sent. */
  readonly after: number
}

/** Sends a request over each of many open connections concurrently. */
const burst = (origin: string, count: number, requestOf: (at: number) => string) =>
  Effect.promise(async (): Promise<ReadonlyArray<Timed>> => {
    const sockets = Array.from({ length: count }, () => connect(Number(new URL(origin).port), "127.0.0.1"))
    await Promise.all(sockets.map((socket) => once(socket, "connect")))
    const answers = sockets.map(
      (socket) =>
        new Promise<Timed>((resolve, reject) => {
          socket.on("error", reject)
          socket.once("data", (chunk: Buffer) => {
            const head = chunk.toString("latin1")
            resolve({ status: Number(head.slice(9, 12)), head, after: performance.now() - from })
          })
        })
    )
    const requests = sockets.map((_, at) => requestOf(at))
    const from = performance.now()
    sockets.forEach((socket, at) => socket.write(requests[at] ?? ""))
    const all = await Promise.all(answers)
    sockets.forEach((socket) => socket.destroy())
    return all
  })

const order = (token: string) => (order_id: number) => {
  const text = JSON.stringify(orderBody({ order_id: order_id + 1 }))
  return `POST /v1/orders/placed HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: ${text.length}\r\n\r\n${text}`
}

/** Waits for the next minute when too little of this one is left for the test. */
const withinOneMinute = Effect.suspend(() => {
  const left = 60_000 - (Date.now() % 60_000)
  return left < 20_000 ? Effect.sleep(left) : Effect.void
})

const bar = 250
const slowestOf = (answers: ReadonlyArray<Timed>) => Math.max(...answers.map(({ after }) => after))

for (const database of ["embedded", "PostgreSQL"] as const) {
  describe(`calls beyond a rate limit, ${database}`, () => {
    it.live("get 429 at once and never 503, in a fresh window and in a used-up one", () =>
      Effect.gen(function* () {
        const settings = yield* databases[database]
        const limits = { per_minute: 60, per_day: 10_000 }
        const [{ token }, warm] = yield* withDatabase(settings)(Effect.all([seedAccount(limits), seedAccount()]))
        const server = yield* startServer({ ...settings, TRUST_PROXY: "127.0.0.1" })
        // Warms up: a new process compiles its code first.
        for (let round = 0; round < 3; round++) yield* burst(server.origin, 300, order(warm.token))
        yield* withinOneMinute
        const first = yield* burst(server.origin, 560, order(token))
        // The fastest of three counts: another process that takes the cores for a second is not a slow refusal.
        const rounds: Array<ReadonlyArray<Timed>> = []
        for (let round = 0; round < 3; round++) rounds.push(yield* burst(server.origin, 500, order(token)))
        const then = rounds.flat()
        const stranger = () => `GET /nothing HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 192.0.2.7\r\n\r\n`
        const anonymous = yield* burst(server.origin, 560, stranger)
        const slowest = Math.min(...rounds.map(slowestOf))
        const ofFirst = slowestOf(first.filter(({ status }) => status === 429))
        reportRun(`calls beyond a rate limit, ${database}`, {
          runs: first.length + then.length + anonymous.length,
          worst: { value: slowest, bar, unit: "ms", of: "refusal of 500 at once" },
          more: `on a fresh window ${Math.round(ofFirst)} ms, of an address ${Math.round(slowestOf(anonymous))} ms`
        })
        assert.deepStrictEqual(countByStatus(first), { 201: 60, 429: 500 })
        assert.deepStrictEqual(countByStatus(then), { 429: 1_500 })
        assert.deepStrictEqual(countByStatus(anonymous), { 404: 60, 429: 500 })
        for (const { head } of [...then, ...anonymous.filter(({ status }) => status === 429)]) {
          assert.match(head, /\r\nretry-after: [1-9]\d?\r\n/i)
          assert.match(head, /\r\nx-ratelimit-remaining-minute: 0\r\n/i)
        }
        assert.isBelow(slowest, timeLimit(bar))
      })
    )
  })
}
