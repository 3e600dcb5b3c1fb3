import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { once } from "node:events"
import { readdir } from "node:fs/promises"
import { request } from "node:http"
import { databases, embedded, emptyPostgres, withBareDatabase, withDatabase } from "../support/databases.ts"
import { send } from "../support/http.ts"
import { launch, type RunningServer, startServer, unready } from "../support/processes.ts"
import { body } from "../support/races.ts"
import { often, tell } from "../support/runs.ts"
import { seedAccount } from "../support/seed.ts"
import { until } from "../support/until.ts"

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

/** A call that is under way and waits for the rest of its body. */
const begun = Effect.fnUntraced(function* (url: string, token: string) {
  const text = JSON.stringify(body())
  const headers = { "content-type": "application/json", "content-length": text.length, expect: "100-continue" }
  const call = request(url, { method: "POST", headers: { ...headers, authorization: `Bearer ${token}` } })
  // A connection may be closed before anybody asks for the answer.
  const answer = new Promise<number | string | undefined>((resolve) => {
    call.on("response", (response) => resolve(response.resume().statusCode))
    call.on("error", ({ message }) => resolve(message))
    call.on("close", () => resolve("closed"))
  })
  yield* Effect.promise(() => {
    call.flushHeaders()
    return once(call, "continue")
  })
  return Effect.promise(() => {
    call.end(text)
    return answer
  })
})

/**
 * What is seen of a stop within its first second, in which nothing closes, and how it ended. Who looked later has seen
 * nothing of that second, and looks at another stop.
 */
const inItsFirstSecond = <A, E, R>(signal: NodeJS.Signals, look: (server: RunningServer) => Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const server = yield* startServer(yield* databases.PostgreSQL)
    const from = performance.now()
    process.kill(server.pid, signal)
    const seen = yield* Effect.exit(look(server))
    return { seen, took: performance.now() - from, ended: yield* server.ended }
  }).pipe(Effect.scoped, Effect.repeat({ until: ({ took }) => took < 1_000 }))

describe("SIGTERM", () => {
  it.live("lets a call that was accepted finish, refuses new ones, and ends with 0", () =>
    Effect.gen(function* () {
      const settings = yield* databases.PostgreSQL
      const { token } = yield* withDatabase(settings)(seedAccount())
      const server = yield* startServer(settings)
      const finish = yield* begun(`${server.origin}/v1/orders/placed`, token)
      process.kill(server.pid, "SIGTERM")
      yield* until(Effect.map(Effect.exit(send(`${server.origin}/health/live`)), Exit.isFailure))
      assert.strictEqual(yield* finish, 201)
      assert.deepStrictEqual(yield* server.ended, { code: 0, signal: null })
    })
  )

  it.live("ends an embedded server with 0 and leaves the directory free", () =>
    Effect.gen(function* () {
      const settings = yield* embedded
      const server = yield* startServer(settings)
      assert.deepStrictEqual(yield* server.end("SIGTERM"), { code: 0, signal: null })
      assert.notInclude(yield* Effect.promise(() => readdir(settings["DATA_DIR"] ?? "")), "lock")
      yield* startServer(settings)
    })
  )

  it.live("ends readiness before it refuses anybody", () =>
    Effect.gen(function* () {
      const { seen, ended } = yield* inItsFirstSecond("SIGTERM", ({ origin }) =>
        Effect.andThen(unready(origin), send(`${origin}/health/live`))
      )
      assert.strictEqual((yield* seen).status, 200)
      assert.deepStrictEqual(ended, { code: 0, signal: null })
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

describe("Ctrl-C", () => {
  it.live("pressed twice ends the process at once", () =>
    Effect.gen(function* () {
      const { seen, ended } = yield* inItsFirstSecond("SIGINT", ({ origin, pid }) =>
        Effect.map(unready(origin), () => process.kill(pid, "SIGINT"))
      )
      yield* seen
      assert.deepStrictEqual(ended, { code: 1, signal: null })
    })
  )
})
