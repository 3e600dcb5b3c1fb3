import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { emptyDirectory, emptyPostgres, isLocked, withBareDatabase } from "../support/database/databases.ts"
import { send } from "../support/http/http.ts"
import { launch, type RunningServer, startServer } from "../support/faults/processes.ts"
import { quickOrFull, reportRun } from "../support/runner/runs.ts"
import { eventually } from "../support/faults/eventually.ts"

/** Moments of a start, in order; the tables are created once. */
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

/** The same for a data directory, whose database is created once. */
const embeddedMoments = (directory: string) => ({
  "it begins": moments["it begins"],
  "it makes a database": () => Effect.sync(() => existsSync(join(directory, "database.new/PG_VERSION"))),
  "it takes the directory": () => Effect.sync(() => existsSync(join(directory, "lock"))),
  "it listens": moments["it listens"]
})

/** Stops a start with SIGTERM. */
const stopped = Effect.fnUntraced(function* (server: RunningServer, moment: string) {
  const { code, signal } = yield* server.end("SIGTERM")
  assert.include(["0 null", "null SIGTERM"], `${code} ${signal}`, `${moment}: ${server.output()}`)
})

const found = (query: (sql: SqlClient.SqlClient) => Effect.Effect<ReadonlyArray<unknown>, SqlError.SqlError>) =>
  Effect.map(Effect.flatMap(SqlClient.SqlClient, query), (rows) => rows.length > 0)

describe("SIGTERM", () => {
  it.live("during the start exits with 0, and the next start succeeds", () =>
    Effect.gen(function* () {
      for (let round = 0; round < quickOrFull(1, 6); round++) {
        const settings = yield* emptyPostgres
        for (const [moment, come] of Object.entries(moments)) {
          const server = yield* launch(settings)
          yield* eventually(come(server.origin)).pipe(withBareDatabase({ ...settings, DATABASE_CONNECTIONS: "1" }))
          yield* stopped(server, moment)
        }
        yield* startServer(settings)
      }
      reportRun("SIGTERM during the start", { runs: Object.keys(moments).length * quickOrFull(1, 6) })
    })
  )

  it.live("during the start of an embedded server exits with 0 and releases the directory", () =>
    Effect.gen(function* () {
      for (let round = 0; round < quickOrFull(1, 6); round++) {
        const settings = yield* emptyDirectory
        for (const [moment, come] of Object.entries(embeddedMoments(settings["DATA_DIR"] ?? ""))) {
          const server = yield* launch(settings)
          yield* eventually(come(server.origin))
          yield* stopped(server, moment)
          assert.isFalse(isLocked(settings), moment)
        }
        yield* startServer(settings)
      }
      reportRun("SIGTERM during the start, embedded", { runs: 4 * quickOrFull(1, 6) })
    })
  )
})
