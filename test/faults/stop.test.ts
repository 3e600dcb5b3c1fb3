import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Fiber } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { databases, embedded, emptyPostgres, withBareDatabase, withDatabase } from "../support/databases.ts"
import { post, send } from "../support/http.ts"
import { launch, startServer } from "../support/processes.ts"
import { body } from "../support/races.ts"
import { often, tell } from "../support/runs.ts"
import { seedAccount } from "../support/seed.ts"
import { lockAwaited, until } from "../support/until.ts"

/** Moments of a start, the first to come first; of these the tables are made once. */
const moments = {
  "it begins": () => Effect.succeed(true),
  "it reaches the database": () =>
    found(
      (sql) => sql`SELECT 1 FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name = 'tally'`
    ),
  "it makes tables": () =>
    found(
      (sql) => sql`SELECT 1 FROM pg_locks JOIN pg_database d ON d.oid = database
    WHERE datname = current_database() AND mode = 'AccessExclusiveLock'
    UNION ALL SELECT 1 FROM pg_tables WHERE schemaname = 'public' LIMIT 1`
    ),
  "it listens": (origin: string) => Effect.map(Effect.exit(send(`${origin}/health/live`)), Exit.isSuccess)
}

const found = (query: (sql: SqlClient.SqlClient) => Effect.Effect<ReadonlyArray<unknown>, SqlError.SqlError>) =>
  Effect.map(Effect.flatMap(SqlClient.SqlClient, query), (rows) => rows.length > 0)

describe("SIGTERM", () => {
  it.live("lets a call that was accepted finish, refuses new ones, and ends with 0", () =>
    Effect.gen(function* () {
      const settings = yield* databases.PostgreSQL
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { account_id, token } = yield* seedAccount()
        const server = yield* startServer(settings)
        const url = `${server.origin}/v1/orders/placed`
        yield* post(url, token, body())
        // Holds the contact, so that the next call waits inside its transaction.
        const call = yield* sql.withTransaction(
          Effect.gen(function* () {
            yield* sql`SELECT 1 FROM contacts WHERE account_id = ${account_id} FOR UPDATE`
            const waiting = yield* Effect.forkScoped(post(url, token, body({ order_id: 2 })))
            yield* until(lockAwaited)
            process.kill(server.pid, "SIGTERM")
            yield* until(
              Effect.map(Effect.exit(send(`${server.origin}/health/live`)), ({ _tag }) => _tag === "Failure")
            )
            return waiting
          })
        )
        assert.strictEqual((yield* Fiber.join(call)).status, 201)
        assert.deepStrictEqual(yield* server.ended, { code: 0, signal: null })
      }).pipe(withDatabase(settings), Effect.scoped)
    })
  )

  it.live("ends an embedded server with 0 and leaves the directory free", () =>
    Effect.gen(function* () {
      const settings = yield* embedded
      const server = yield* startServer(settings)
      assert.deepStrictEqual(yield* server.end("SIGTERM"), { code: 0, signal: null })
      yield* startServer(settings)
    })
  )

  it.live("ends readiness before it refuses anybody", () =>
    Effect.gen(function* () {
      const server = yield* startServer(yield* embedded)
      process.kill(server.pid, "SIGTERM")
      yield* until(Effect.map(send(`${server.origin}/health/ready`), ({ status }) => status === 503))
      assert.strictEqual((yield* send(`${server.origin}/health/live`)).status, 200)
      assert.deepStrictEqual(yield* server.ended, { code: 0, signal: null })
    })
  )

  it.live("sent twice ends the process at once", () =>
    Effect.gen(function* () {
      const server = yield* startServer(yield* embedded)
      process.kill(server.pid, "SIGTERM")
      yield* until(Effect.map(send(`${server.origin}/health/ready`), ({ status }) => status === 503))
      assert.deepStrictEqual(yield* server.end("SIGTERM"), { code: 1, signal: null })
    })
  )

  it.live("during the start ends it with 0, and the next start finds all in order", () =>
    Effect.gen(function* () {
      for (let round = 0; round < often(1, 6); round++) {
        const settings = yield* emptyPostgres
        for (const [moment, come] of Object.entries(moments)) {
          const server = yield* launch(settings)
          yield* until(come(server.origin)).pipe(withBareDatabase({ ...settings, DATABASE_CONNECTIONS: "1" }))
          const { code, signal } = yield* server.end("SIGTERM")
          assert.include(["0 null", "null SIGTERM"], `${code} ${signal}`, `${moment}: ${server.output()}`)
        }
        yield* startServer(settings)
      }
      tell("SIGTERM during the start", { runs: Object.keys(moments).length * often(1, 6) })
    })
  )
})
