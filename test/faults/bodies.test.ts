import { assert, describe, it } from "@effect/vitest"
import { Effect, Schedule } from "effect"
import { callBounds } from "../../src/domain/capacity/bounds.ts"
import { databases, withDatabase } from "../support/database/databases.ts"
import { openRequest, mib, awaitRejected } from "../support/faults/openRequest.ts"
import { post } from "../support/http/http.ts"
import { resetPeakMemory, peakMemory, startServer } from "../support/faults/processes.ts"
import { orderBody } from "../support/samples/orderBody.ts"
import { reportRun, isThorough } from "../support/runner/runs.ts"
import { seedAccount } from "../support/database/seed.ts"

const fill = (order_id: number) => JSON.stringify(orderBody({ order_id })).padEnd(mib)

/** A client that sends all but the last byte of a large body. */
const holding = (origin: string, token: string, chunked: boolean) => {
  const length = chunked ? "Transfer-Encoding: chunked" : `Content-Length: ${mib}`
  const part = fill(1).slice(1)
  return openRequest(
    origin,
    "/v1/orders/placed",
    [`Authorization: Bearer ${token}`, length],
    chunked ? `${part.length.toString(16)}\r\n${part}\r\n` : part
  )
}

for (const database of ["embedded", "PostgreSQL"] as const) {
  // Incomplete bodies never reach the database, so the embedded variant runs in `npm run faults` only.
  if (database === "embedded" && !isThorough) continue
  describe(`large bodies that are never completed, ${database}`, () => {
    it.live("use at most their byte budget: beyond it 503, other callers are served, and disconnecting frees it", () =>
      Effect.gen(function* () {
        const settings = yield* databases[database]
        const [noisy, quiet] = yield* withDatabase(settings)(Effect.all([seedAccount(), seedAccount()]))
        const server = yield* startServer(settings)
        const place = (token: string, order_id: number, text = fill(order_id)) =>
          post(`${server.origin}/v1/orders/placed`, token, text)
        yield* place(quiet.token, 1)
        resetPeakMemory(server.pid)
        const [rounds, clients, most] = [6, 60, callBounds.api.bytes.each / mib]
        for (let round = 0; round < rounds; round++) {
          const openRequests = yield* Effect.forEach(Array.from({ length: clients }), () =>
            holding(server.origin, noisy.token, round % 2 === 1)
          )
          yield* awaitRejected(openRequests, clients - most)
          assert.strictEqual((yield* place(noisy.token, 2)).status, 503)
          assert.isBelow((yield* place(noisy.token, 3, JSON.stringify(orderBody({ order_id: 3 })))).status, 300)
          assert.isBelow((yield* place(quiet.token, 10 + round)).status, 300)
          yield* Effect.forEach(openRequests, ({ hangUp }) => hangUp)
          const freed = place(noisy.token, 4).pipe(
            Effect.repeat({ schedule: Schedule.spaced("20 millis"), until: ({ status }) => status < 300 }),
            Effect.timeout("2 minutes")
          )
          yield* freed
        }
        const memory = peakMemory(server.pid)
        reportRun(`bodies of 1 MiB held and dropped, ${database}`, {
          runs: rounds * clients,
          worst: { value: memory, bar: 700, unit: "MiB", of: "resident" }
        })
        assert.isBelow(memory, 700)
      })
    )
  })
}
