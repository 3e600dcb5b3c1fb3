import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { SqlClient } from "effect/sql"
import { EngineClient } from "../../src/engine/EngineClient.ts"
import { postgres, withBareDatabase, withDatabase } from "../support/database/databases.ts"
import { startDatabaseProxy } from "../support/faults/databaseProxy.ts"
import { countLocksAwaited, eventually } from "../support/faults/eventually.ts"

const connections = 3

const open = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql`SELECT 1 FROM pg_stat_activity WHERE datname = current_database()
    AND application_name = 'tally' AND pid <> pg_backend_pid()`
  return rows.length
})

describe("the engine's dedicated lock connection", () => {
  it.live("stays within the pool limit when the engine cancels a slow query", () =>
    Effect.gen(function* () {
      const direct = yield* postgres
      const line = yield* startDatabaseProxy(direct)
      yield* Effect.gen(function* () {
        const outside = yield* SqlClient.SqlClient
        yield* outside`SELECT pg_advisory_lock(1)`
        yield* Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const engine = yield* Effect.provide(SqlClient.SqlClient, EngineClient)
          const kept = yield* engine.reserve
          const session = yield* kept.executeValues("SELECT pg_backend_pid()", [])
          yield* line.slow(100)
          const late = yield* Effect.forkChild(kept.executeRaw("SELECT 1", []), { startImmediately: true })
          yield* Fiber.interrupt(late)
          assert.deepStrictEqual(yield* kept.executeValues("SELECT pg_backend_pid()", []), session)
          yield* line.slow(0)
          const many = Array.from({ length: 64 }, () => sql`SELECT pg_advisory_xact_lock_shared(1)`)
          const others = yield* Effect.forkChild(Effect.all(many, { concurrency: "unbounded" }))
          const awaited = Effect.provideService(countLocksAwaited, SqlClient.SqlClient, outside)
          yield* eventually(Effect.map(awaited, (waiting) => waiting >= connections - 1))
          yield* outside`SELECT pg_advisory_unlock(1)`
          yield* Fiber.join(others)
          assert.isAtMost(yield* Effect.provideService(open, SqlClient.SqlClient, outside), connections)
        }).pipe(Effect.scoped, withDatabase({ ...line.settings, DATABASE_CONNECTIONS: String(connections) }))
      }).pipe(withBareDatabase({ ...direct, DATABASE_CONNECTIONS: "1" }))
    })
  )
})
