import { assert, describe, it } from "@effect/vitest"
import { Effect, Schedule } from "effect"
import { connect } from "node:net"
import { mostBytesInFlight } from "../../src/http/InFlight.ts"
import { postgres, withDatabase } from "../support/databases.ts"
import { post } from "../support/http.ts"
import { residentOf, startServer } from "../support/processes.ts"
import { body } from "../support/races.ts"
import { allowed, tell } from "../support/runs.ts"
import { seedAccount } from "../support/seed.ts"
import { until } from "../support/until.ts"

const mib = 1024 * 1024
const fill = (order_id: number) => JSON.stringify(body({ order_id })).padEnd(mib)

/** A client that sends all of a large body but its last byte, and what it was answered so far. */
const holding = (origin: string, token: string, chunked: boolean) => {
  let answer = ""
  const length = chunked ? "Transfer-Encoding: chunked" : `Content-Length: ${mib}`
  const head = `POST /v1/orders/placed HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\n${length}\r\n\r\n`
  const part = fill(1).slice(1)
  const socket = connect(Number(new URL(origin).port), "127.0.0.1", () =>
    socket.write(head + (chunked ? `${part.length.toString(16)}\r\n${part}\r\n` : part))
  )
  socket.on("data", (chunk: Buffer) => (answer += chunk.toString()))
  socket.on("error", () => {})
  return { answer: () => answer, hangUp: Effect.sync(() => socket.destroy()) }
}

describe("large bodies that are held", () => {
  it.live("take their room and no more: beyond it 503, while others are served, and all is free after a hang-up", () =>
    Effect.gen(function* () {
      const settings = yield* postgres
      const [noisy, quiet] = yield* withDatabase(settings)(Effect.all([seedAccount(), seedAccount()]))
      const server = yield* startServer(settings)
      const place = (token: string, order_id: number, text = fill(order_id)) =>
        post(`${server.origin}/v1/orders/placed`, token, text)
      yield* place(quiet.token, 1)
      const [rounds, clients, most] = [6, 60, mostBytesInFlight.account / mib]
      for (let round = 0; round < rounds; round++) {
        const held = Array.from({ length: clients }, () => holding(server.origin, noisy.token, round % 2 === 1))
        const refused = () => held.filter(({ answer }) => answer() !== "")
        yield* Effect.timeout(until(Effect.sync(() => refused().length === clients - most)), allowed(10_000))
        for (const { answer } of refused()) {
          assert.match(answer(), /^HTTP\/1\.1 503 /)
          assert.match(answer(), /\r\nretry-after: 1\r\n/i)
        }
        assert.strictEqual((yield* place(noisy.token, 2)).status, 503)
        assert.isBelow((yield* place(noisy.token, 3, JSON.stringify(body({ order_id: 3 })))).status, 300)
        assert.isBelow((yield* place(quiet.token, 10 + round)).status, 300)
        yield* Effect.forEach(held, ({ hangUp }) => hangUp)
        const freed = place(noisy.token, 4).pipe(
          Effect.repeat({ schedule: Schedule.spaced("20 millis"), until: ({ status }) => status < 300 }),
          Effect.timeout("2 minutes")
        )
        yield* freed
      }
      const memory = residentOf(server.pid)
      tell("bodies of 1 MiB held and dropped", {
        runs: rounds * clients,
        worst: { value: memory, bar: 700, unit: "MiB", of: "resident" }
      })
      assert.isBelow(memory, 700)
    })
  )
})
