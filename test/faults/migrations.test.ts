import { assert, describe, it } from "@effect/vitest"
import { NodeServices } from "@effect/platform-node"
import { PgMigrator } from "@effect/sql-pg"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { fromFileSystem } from "effect/sql/MigratorFileSystem"
import { existsSync } from "node:fs"
import { truncate } from "node:fs/promises"
import { join } from "node:path"
import {
  databases,
  emptyDirectory,
  emptyPostgres,
  type Settings,
  withBareDatabase,
  withDatabase
} from "../support/databases.ts"
import { signalledInside } from "../support/failpoints.ts"
import { post } from "../support/http.ts"
import { launch, refusedStart, startServer } from "../support/processes.ts"
import { body } from "../support/races.ts"
import { allowed } from "../support/runs.ts"
import { seedAccount } from "../support/seed.ts"
import { lockAwaited, until } from "../support/until.ts"

const tables = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ name: string }>`SELECT relname AS name FROM pg_class
    WHERE relnamespace = 'public'::regnamespace ORDER BY relname LIMIT 1000`
  return rows.map(({ name }) => name)
})

// A killed process leaves its transaction to the database, which ends it when it sees the connection gone.
const othersAtWork = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql`SELECT 1 FROM pg_stat_activity
    WHERE datname = current_database() AND state <> 'idle' AND pid <> pg_backend_pid()`
  return rows.length
})

const schema = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return [yield* tables, yield* sql`SELECT * FROM migrations ORDER BY migration_id LIMIT 1000`]
})

/** A server that is stopped half-way through its migrations: it waits for a table that somebody else is about to make. */
const stoppedHalfWay = Effect.fnUntraced(function* (settings: Settings, signal: NodeJS.Signals) {
  const sql = yield* SqlClient.SqlClient
  return yield* sql.withTransaction(
    Effect.gen(function* () {
      yield* sql`SET LOCAL idle_in_transaction_session_timeout = 0`
      yield* sql`CREATE TABLE orders (nothing int)`
      const server = yield* launch(settings)
      yield* until(lockAwaited)
      const ended = yield* server.end(signal)
      yield* sql`DROP TABLE orders`
      return ended
    })
  )
})

describe("a server that is stopped while it migrates PostgreSQL", () => {
  for (const signal of ["SIGTERM", "SIGKILL"] as const) {
    it.live(`by ${signal} leaves nothing half done, and the next start completes it`, () =>
      Effect.gen(function* () {
        const settings = yield* emptyPostgres
        yield* Effect.gen(function* () {
          const ended = yield* stoppedHalfWay(settings, signal)
          assert.deepStrictEqual(
            ended,
            signal === "SIGTERM" ? { code: 0, signal: null } : { code: null, signal: "SIGKILL" }
          )
          yield* Effect.timeout(until(Effect.map(tables, (names) => names.length === 0)), allowed(10_000))
        }).pipe(withBareDatabase(settings))
        yield* startServer(settings)
      })
    )
  }
})

// As step 20 left the database: the next one changes two tables, one after the other.
const before21 = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`DELETE FROM migrations WHERE migration_id > 20`
  yield* sql`ALTER TABLE messages DROP COLUMN claimed_until`
  yield* sql`ALTER TABLE webhook_deliveries DROP COLUMN claimed_until`
  yield* sql`ALTER FUNCTION hold_orders(text[], json, text[]) RESET plan_cache_mode`
})

// The flow engine makes its own tables, when a server is up.
const schemaAndRows = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return [
    yield* sql`SELECT table_name, column_name FROM information_schema.columns
      WHERE table_schema = 'public' AND table_name !~ '^(cluster|effect)_' ORDER BY 1, 2`,
    yield* sql`SELECT proname, proconfig FROM pg_proc WHERE pronamespace = 'public'::regnamespace ORDER BY 1, 2`,
    yield* sql`SELECT migration_id, name FROM migrations ORDER BY 1 LIMIT 1000`,
    yield* sql`SELECT account_id, default_country FROM accounts ORDER BY 1 LIMIT 1000`
  ]
})

describe("a server that is stopped while it upgrades PostgreSQL", () => {
  for (const signal of ["SIGTERM", "SIGKILL"] as const) {
    it.live(`by ${signal} ends and leaves schema and rows as it found them, and the next start completes them`, () =>
      Effect.gen(function* () {
        const settings = yield* databases.PostgreSQL
        yield* withDatabase(settings)(seedAccount())
        yield* Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const whole = yield* schemaAndRows
          yield* before21
          const found = yield* schemaAndRows
          const ended = yield* sql.withTransaction(
            Effect.gen(function* () {
              yield* sql`SET LOCAL idle_in_transaction_session_timeout = 0`
              // The first table is changed by then, and its change not yet kept.
              yield* sql`LOCK TABLE webhook_deliveries IN ACCESS SHARE MODE`
              const server = yield* launch(settings)
              yield* until(lockAwaited)
              return yield* Effect.timeout(server.end(signal), allowed(10_000))
            })
          )
          assert.strictEqual(ended.code, signal === "SIGTERM" ? 0 : null)
          yield* until(Effect.map(othersAtWork, (others) => others === 0))
          assert.deepStrictEqual(yield* schemaAndRows, found)
          yield* startServer(settings)
          assert.deepStrictEqual(yield* schemaAndRows, whole)
        }).pipe(withBareDatabase(settings))
      })
    )
  }
})

/** A data directory as an earlier version left it, with an account in it. */
const olderDirectory = Effect.gen(function* () {
  const settings = yield* emptyDirectory
  const steps = fromFileSystem(join(import.meta.dirname, "../../migrations"))
  const { token } = yield* Effect.gen(function* () {
    yield* PgMigrator.run({ loader: Effect.map(steps, (all) => all.slice(0, 12)), table: "migrations" })
    return yield* seedAccount()
  }).pipe(Effect.provide(NodeServices.layer), withBareDatabase(settings))
  return { settings, token }
})

describe("a server that is stopped while it upgrades the embedded database", () => {
  it.live("leaves nothing half done, by whichever signal, and the next start completes it", () =>
    Effect.gen(function* () {
      const { settings, token } = yield* olderDirectory
      const before = yield* withBareDatabase(settings)(schema)
      const point = { at: "CREATE TABLE import_records", when: "before" } as const
      for (const signal of ["SIGKILL", "SIGTERM"] as const) {
        const server = yield* launch(signalledInside(settings, { point, signal, idle: [], armed: true }))
        assert.deepStrictEqual(
          yield* server.ended,
          signal === "SIGTERM" ? { code: 0, signal: null } : { code: null, signal: "SIGKILL" }
        )
        assert.deepStrictEqual(yield* withBareDatabase(settings)(schema), before)
      }
      const { origin } = yield* startServer(settings)
      assert.strictEqual((yield* post(`${origin}/v1/orders/placed`, token, body())).status, 201)
    })
  )
})

describe("a server that is killed while it makes the embedded database", () => {
  it.live("is followed by one that makes it anew", () =>
    Effect.gen(function* () {
      const settings = yield* emptyDirectory
      const first = yield* launch(settings)
      const places = ["database", "database.new"].map((name) => join(settings["DATA_DIR"] ?? "", name))
      const begun = Effect.sync(() => places.filter((place) => existsSync(join(place, "PG_VERSION"))))
      yield* until(Effect.map(begun, (found) => found.length > 0))
      yield* first.end("SIGKILL")
      // As if it had come between the making of a file and its first byte.
      for (const place of yield* begun) yield* Effect.promise(() => truncate(join(place, "global/pg_control")))
      yield* startServer(settings)
    })
  )
})

describe("a database that a newer version has migrated", () => {
  for (const database of ["embedded", "PostgreSQL"] as const) {
    it.live(`is refused in one line and left as it is (${database})`, () =>
      Effect.gen(function* () {
        const settings = yield* databases[database]
        const before = yield* Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          yield* sql`INSERT INTO migrations (migration_id, name) VALUES (9001, 'from_the_future')`
          return yield* schema
        }).pipe(withBareDatabase(settings))
        const { code, output } = yield* refusedStart(settings)
        assert.strictEqual(code, 1)
        assert.match(output, /^The database has taken step 9001_from_the_future, [^\n]*nothing was changed\n$/)
        assert.deepStrictEqual(yield* withBareDatabase(settings)(schema), before)
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
      assert.include(output, "without 4_orders")
    })
  )
})
