import { assert, describe, it } from "@effect/vitest"
import { Effect, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { texts } from "../../src/store/sql/parameters.ts"
import { postgres, withDatabase } from "../support/database/databases.ts"
import { post, send } from "../support/http/http.ts"
import { countLost, noInconsistencies, startLoad, findInconsistencies } from "../support/faults/load.ts"
import { startServer } from "../support/faults/processes.ts"
import { startDatabaseProxy } from "../support/faults/databaseProxy.ts"
import { placeConcurrently, placeWhileBusy, countByStatus } from "../support/faults/concurrently.ts"
import { orderBody } from "../support/samples/orderBody.ts"
import { timeLimit, seededRandom, quickOrFull, randomSeed, reportRun } from "../support/runner/runs.ts"
import { seedAccount } from "../support/database/seed.ts"
import { isLockAwaited, eventually } from "../support/faults/eventually.ts"

const bar = 5_000

describe("a database that becomes unreachable", () => {
  for (const how of ["cut", "hold"] as const) {
    it.live(`(${how}) causes quick 503s with Retry-After, and service resumes without a restart`, () =>
      Effect.gen(function* () {
        const direct = yield* postgres
        const { token } = yield* withDatabase(direct)(seedAccount())
        const line = yield* startDatabaseProxy(direct)
        const server = yield* startServer(line.settings)
        const place = (order_id: number) => post(`${server.origin}/v1/orders/placed`, token, orderBody({ order_id }))
        assert.strictEqual((yield* place(1)).status, 201)
        yield* line[how]
        const refused = yield* Effect.timeout(place(2), timeLimit(bar))
        assert.deepStrictEqual([refused.status, refused.json?.error.code], [503, "internal_error"])
        assert.isAtLeast(Number(refused.headers.get("retry-after")), 1)
        assert.notMatch(refused.text, /sql|postgres|connect/i)
        assert.strictEqual((yield* send(`${server.origin}/health/ready`)).status, 503)
        assert.strictEqual((yield* send(`${server.origin}/health/live`)).status, 200)
        yield* line.mend
        const back = yield* Effect.repeat(place(1), {
          until: ({ status }) => status === 200,
          schedule: Schedule.spaced("100 millis")
        }).pipe(Effect.timeout(timeLimit(bar)))
        assert.strictEqual(back.status, 200)
        assert.include([200, 201], (yield* place(2)).status)
        assert.strictEqual((yield* send(`${server.origin}/health/ready`)).status, 200)
      })
    )
  }

  it.live("that drops its connections under load costs at most a retry, invisible to callers", () =>
    Effect.gen(function* () {
      const settings = yield* postgres
      const { token } = yield* withDatabase(settings)(seedAccount())
      const server = yield* startServer(settings)
      const bodies = Array.from({ length: 300 }, (_, at) =>
        orderBody({ order_id: at + 1, email: `buyer${at % 9}@example.com` })
      )
      // Drops connections while a statement waits for a lock, so that one is certainly interrupted.
      const drop = Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* eventually(isLockAwaited)
        const dropped = yield* sql<{ readonly pid: string }>`SELECT pid::text, pg_terminate_backend(pid)
          FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`
        const left = sql`SELECT 1 FROM pg_stat_activity WHERE pid::text = ANY(${texts(dropped.map(({ pid }) => pid))})`
        yield* eventually(
          Effect.andThen(
            sql`SELECT pg_stat_clear_snapshot()`,
            Effect.map(left, ({ length }) => length === 0)
          )
        )
      })
      // A call has three retries: one for each drop.
      const drops = Effect.flatMap(SqlClient.SqlClient, (sql) =>
        sql.withTransaction(Effect.andThen(sql`LOCK TABLE contacts`, Effect.repeat(drop, { times: 2 })))
      ).pipe(withDatabase(settings))
      const [answers] = yield* Effect.all([placeConcurrently([server], token, bodies), drops], {
        concurrency: "unbounded"
      })
      // A transaction whose COMMIT response was lost is retried by the service, and finds its own rows.
      for (const { status } of answers) assert.include([200, 201], status)
      assert.deepStrictEqual(countByStatus(yield* placeWhileBusy([server], token, bodies)), { 200: 300 })
    })
  )

  it.live("over a slow, truncating or resetting network loses nothing and doubles nothing", () =>
    Effect.gen(function* () {
      const direct = yield* postgres
      const { account_id, token } = yield* withDatabase(direct)(seedAccount({ integrations: 1 }))
      const line = yield* startDatabaseProxy(direct)
      const server = yield* startServer(line.settings)
      const load = yield* startLoad(token, { clients: 8, pause: 20, targets: () => [server] })
      const chance = seededRandom()
      const rounds = quickOrFull(4, 60)
      let value = 0
      for (let round = 0; round < rounds; round++) {
        yield* load.served(10)
        yield* line.slow(Math.floor(chance() * 50))
        yield* line.slice(Math.floor(chance() * 5_000))
        yield* load.served(5)
        yield* line.reset
        yield* line.mend
        value = Math.max(value, yield* load.served(1))
      }
      yield* load.stop
      const lost = yield* countLost(server, token, load)
      reportRun("slow, sliced and reset line", {
        runs: rounds,
        worst: { value, bar, unit: "ms", of: "back after" },
        more: `${load.calls.length} calls, seed ${randomSeed}`
      })
      const wrong = yield* withDatabase(direct)(findInconsistencies(account_id, load))
      assert.deepStrictEqual({ lost, ...wrong }, noInconsistencies)
      const statuses = new Set(load.calls.map(({ status }) => status))
      assert.deepStrictEqual([...statuses.difference(new Set([200, 201, 503]))], [])
      assert.isBelow(value, timeLimit(bar))
    })
  )
})
