import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { existsSync } from "node:fs"
import { truncate } from "node:fs/promises"
import { join } from "node:path"
import {
  databases,
  emptyDirectory,
  emptyPostgres,
  type Settings,
  withBareDatabase
} from "../support/database/databases.ts"
import { launch, refusedStart, startServer } from "../support/faults/processes.ts"
import { timeLimit } from "../support/runner/runs.ts"
import { schemaState, relationNames } from "../support/database/schema.ts"
import { isLockAwaited, eventually } from "../support/faults/eventually.ts"

/** A server stopped half-way through its migrations, where it waits for a table being created by another session. */
const stoppedHalfWay = Effect.fnUntraced(function* (settings: Settings, signal: NodeJS.Signals) {
  const sql = yield* SqlClient.SqlClient
  return yield* sql.withTransaction(
    Effect.gen(function* () {
      yield* sql`SET LOCAL idle_in_transaction_session_timeout = 0`
      yield* sql`CREATE TABLE orders (nothing int)`
      const server = yield* launch(settings)
      yield* eventually(isLockAwaited)
      const ended = yield* server.end(signal)
      yield* sql`DROP TABLE orders`
      return ended
    })
  )
})

describe("a server that is stopped while it migrates PostgreSQL", () => {
  for (const signal of ["SIGTERM", "SIGKILL"] as const) {
    it.live(`by ${signal} leaves no partial migration, and the next start completes it`, () =>
      Effect.gen(function* () {
        const settings = yield* emptyPostgres
        yield* Effect.gen(function* () {
          const ended = yield* stoppedHalfWay(settings, signal)
          assert.deepStrictEqual(
            ended,
            signal === "SIGTERM" ? { code: 0, signal: null } : { code: null, signal: "SIGKILL" }
          )
          yield* Effect.timeout(eventually(Effect.map(relationNames, (names) => names.length === 0)), timeLimit(10_000))
        }).pipe(withBareDatabase(settings))
        yield* startServer(settings)
      })
    )
  }
})

describe("a server that is killed while it creates the embedded database", () => {
  it.live("is followed by one that creates it again", () =>
    Effect.gen(function* () {
      const settings = yield* emptyDirectory
      const first = yield* launch(settings)
      const places = ["database", "database.new"].map((name) => join(settings["DATA_DIR"] ?? "", name))
      const begun = Effect.sync(() => places.filter((place) => existsSync(join(place, "PG_VERSION"))))
      yield* eventually(Effect.map(begun, (found) => found.length > 0))
      yield* first.end("SIGKILL")
      // As if killed between the creation of a file and its first byte.
      for (const place of yield* begun) yield* Effect.promise(() => truncate(join(place, "global/pg_control")))
      yield* startServer(settings)
    })
  )
})

describe("a database that another version has migrated", () => {
  for (const database of ["embedded", "PostgreSQL"] as const) {
    it.live(`of a newer release is refused in one line and left unchanged (${database})`, () =>
      Effect.gen(function* () {
        const settings = yield* databases[database]
        const before = yield* Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          yield* sql`INSERT INTO migrations (migration_id, name) VALUES (9001, 'from_the_future')`
          return yield* schemaState
        }).pipe(withBareDatabase(settings))
        const { code, output } = yield* refusedStart(settings)
        assert.strictEqual(code, 1)
        assert.match(output, /^The database has taken step 9001_from_the_future, [^\n]*nothing was changed\n$/)
        assert.deepStrictEqual(yield* withBareDatabase(settings)(schemaState), before)
      })
    )
  }

  for (const database of ["embedded", "PostgreSQL"] as const) {
    it.live(`from before the first release is refused in one line that says what to do (${database})`, () =>
      Effect.gen(function* () {
        const settings = yield* databases[database]
        const before = yield* Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          yield* sql`UPDATE migrations SET name = 'credentials' WHERE migration_id = 2`
          yield* sql`INSERT INTO migrations (migration_id, name) VALUES (150, 'link_parameters')`
          return yield* schemaState
        }).pipe(withBareDatabase(settings))
        const { code, output } = yield* refusedStart(settings)
        assert.strictEqual(code, 1)
        assert.match(output, /^The database has taken step 2_credentials, [^\n]*start with an empty database [^\n]*\n$/)
        assert.deepStrictEqual(yield* withBareDatabase(settings)(schemaState), before)
      })
    )
  }

  it.live("is refused when a step is missing from the middle", () =>
    Effect.gen(function* () {
      const settings = yield* databases.PostgreSQL
      yield* SqlClient.SqlClient.pipe(
        Effect.flatMap((sql) => sql`DELETE FROM migrations WHERE migration_id = 4`),
        withBareDatabase(settings)
      )
      const { code, output } = yield* refusedStart(settings)
      assert.strictEqual(code, 1)
      assert.include(output, "without 4_consent")
    })
  )
})
