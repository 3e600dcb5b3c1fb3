import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Fiber, Ref, Schedule } from "effect"
import { chmod, mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { administer } from "../support/administer.ts"
import { withDatabase } from "../support/databases.ts"
import { post, send } from "../support/http.ts"
import { startPostgres } from "../support/postgres.ts"
import { startServer } from "../support/processes.ts"
import { lineTo } from "../support/proxy.ts"
import { body, raced, tally } from "../support/races.ts"
import { seedAccount } from "../support/seed.ts"

const clients = 16

/** A PostgreSQL that only this test talks to, with a database in it. */
const ownPostgres = Effect.gen(function* () {
  const directory = yield* Effect.acquireRelease(
    Effect.promise(async () => {
      const made = await mkdtemp(join(tmpdir(), "tally-restart-"))
      await chmod(made, 0o755)
      return made
    }),
    (made) => Effect.promise(() => rm(made, { recursive: true, force: true }))
  )
  const server = yield* Effect.acquireRelease(
    Effect.promise(() => startPostgres(directory, [])),
    ({ stop }) => Effect.promise(stop)
  )
  yield* Effect.promise(() => administer(server.url("postgres"), "CREATE DATABASE shop"))
  return { server, settings: { DATABASE_URL: server.url("shop"), ENCRYPTION_KEY: "ab".repeat(32) } }
})

describe("a PostgreSQL that restarts, crashes and falls silent under load", () => {
  it.live("costs callers nothing but quick 503s: nothing acknowledged is lost, and work goes on by itself", () =>
    Effect.gen(function* () {
      const { server: database, settings } = yield* ownPostgres
      const { token } = yield* withDatabase(settings)(seedAccount())
      const line = yield* lineTo(settings)
      const server = yield* startServer(line.settings)
      const acknowledged = new Set<number>()
      const statuses: Record<number, number> = {}
      const going = yield* Ref.make(true)
      let [next, slowest] = [1, 0]
      const place = (order_id: number) =>
        Effect.gen(function* () {
          const from = yield* Clock.currentTimeMillis
          const { status } = yield* post(
            `${server.origin}/v1/orders/placed`,
            token,
            body({ order_id, email: `buyer${order_id % 9}@example.com` })
          )
          slowest = Math.max(slowest, (yield* Clock.currentTimeMillis) - from)
          statuses[status] = (statuses[status] ?? 0) + 1
          if (status < 300) acknowledged.add(order_id)
          return status
        })
      const shop = Effect.repeat(
        Effect.suspend(() => Effect.delay(place(next++), "20 millis")),
        { while: () => Ref.get(going) }
      )
      const served = (count: number) =>
        Effect.sync(() => acknowledged.size).pipe(
          Effect.repeat({ until: (size) => size >= count, schedule: Schedule.spaced("20 millis") })
        )
      const backIn = Effect.gen(function* () {
        const from = yield* Clock.currentTimeMillis
        yield* served(acknowledged.size + clients)
        return (yield* Clock.currentTimeMillis) - from
      })
      const load = yield* Effect.forkScoped(
        Effect.all(
          Array.from({ length: clients }, () => shop),
          { concurrency: "unbounded" }
        )
      )
      yield* served(100)
      const recoveries: Array<number> = []
      for (const signal of ["INT", "QUIT"] as const) {
        yield* Effect.promise(() => database.restart(signal))
        recoveries.push(yield* backIn)
      }
      yield* line.hold
      yield* Effect.sleep("9 seconds")
      yield* line.mend
      recoveries.push(yield* backIn)
      yield* Ref.set(going, false)
      yield* Fiber.join(load)
      const again = yield* raced(
        [server],
        token,
        [...acknowledged].map((order_id) => body({ order_id, email: `buyer${order_id % 9}@example.com` }))
      )
      yield* Effect.logInfo(
        `3 faults, ${acknowledged.size} acknowledged, answers ${JSON.stringify(statuses)}, slowest ${slowest} ms, back after ${recoveries.join(", ")} ms`
      )
      assert.deepStrictEqual(tally(again), { 200: acknowledged.size })
      assert.deepStrictEqual(
        Object.keys(statuses).filter((status) => !["200", "201", "503"].includes(status)),
        []
      )
      assert.isBelow(slowest, 5_000)
      assert.isBelow(Math.max(...recoveries), 5_000)
      assert.strictEqual((yield* send(`${server.origin}/health/ready`)).status, 200)
    })
  )
})
