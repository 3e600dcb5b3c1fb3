import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { startPeer } from "../bench/subjects.ts"
import { backgroundLoadDuring, p99Of } from "../support/faults/backgroundLoad.ts"
import { databases, withDatabase } from "../support/database/databases.ts"
import { freePort } from "../support/database/postgres.ts"
import { startServer } from "../support/faults/processes.ts"
import { placeConcurrently, countByStatus } from "../support/faults/concurrently.ts"
import { orderBody } from "../support/samples/orderBody.ts"
import { quickOrFull, reportRun, isThorough } from "../support/runner/runs.ts"
import { seedAccount } from "../support/database/seed.ts"

// Ten times the slots of an account in the full run.
const crowd = quickOrFull(450, 3_840)

// A plain server that holds each call for four seconds.
const keeper = Effect.acquireRelease(
  Effect.promise(async () => startPeer("keeper", { port: await freePort(), env: {} })),
  ({ stop }) => Effect.promise(stop)
)

for (const database of ["embedded", "PostgreSQL"] as const) {
  // Rejected calls never reach the database, so the embedded variant runs in `npm run faults` only.
  if (database === "embedded" && !isThorough) continue
  describe(`an account that keeps calling far beyond its limits, ${database}`, () => {
    it.live("gets 429 beyond them, while every call of another account is admitted", () =>
      Effect.gen(function* () {
        const settings = yield* databases[database]
        const [noisy, quiet] = yield* withDatabase(settings)(
          Effect.all([seedAccount({ per_minute: 60, per_day: 10_000 }), seedAccount()])
        )
        // All through one trusted proxy, whose connections are not limited.
        const server = yield* startServer({ ...settings, TRUST_PROXY: "127.0.0.1" })
        const { port } = yield* keeper
        const quietLoad = { url: `${server.origin}/v1/orders/placed`, token: quiet.token }
        const bodies = Array.from({ length: crowd }, (_, at) =>
          orderBody({ order_id: at + 1, padding: "x".repeat(10_000) })
        )
        const crowdAt = (origin: string) =>
          Effect.forEach(Array.from({ length: quickOrFull(1, 3) }), () =>
            placeConcurrently([{ origin }], noisy.token, bodies)
          )
        const alone = yield* backgroundLoadDuring(
          { ...quietLoad, first: 1, atLeast: quickOrFull(50, 500) },
          Effect.void
        )
        const beside = yield* backgroundLoadDuring(
          { ...quietLoad, first: 100_001, atLeast: 20 },
          crowdAt(server.origin)
        )
        const apart = yield* backgroundLoadDuring(
          { ...quietLoad, first: 200_001, atLeast: 20 },
          crowdAt(`http://127.0.0.1:${port}/elsewhere`)
        )
        for (const { calls } of [alone, beside, apart])
          assert.deepStrictEqual(countByStatus(calls), { 201: calls.length })
        const answers = countByStatus(beside.result.flat())
        const letIn = (answers[200] ?? 0) + (answers[201] ?? 0)
        // One or two minutes may have ended meanwhile, and the last may have fewer calls than the limit.
        const minutes = Map.groupBy(
          beside.result.flat().filter(({ status }) => status < 300),
          ({ headers }) => headers.get("x-ratelimit-reset-minute")
        )
        assert.strictEqual(Math.max(...[...minutes.values()].map(({ length }) => length)), 60)
        assert.strictEqual(letIn + (answers[429] ?? 0), quickOrFull(1, 3) * crowd)
        const [usual, then, control] = [alone, beside, apart].map(({ calls }) => p99Of(calls).toFixed(1))
        reportRun(`an account over its limits, and another, ${database}`, {
          runs: quickOrFull(1, 3) * crowd,
          more: `${answers[429]} answers of 429 and none of 503 at ${crowd} calls a time; all calls of the other account let in, its p99 ${usual} ms alone, ${then} ms beside, ${control} ms beside as many who call another server`
        })
      })
    )
  })
}
