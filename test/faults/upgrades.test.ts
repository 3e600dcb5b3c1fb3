import { assert, describe, it } from "@effect/vitest"
import { NodeServices } from "@effect/platform-node"
import { PgMigrator } from "@effect/sql-pg"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { fromFileSystem } from "effect/sql/MigratorFileSystem"
import { join } from "node:path"
import { databases, emptyDirectory, emptyPostgres, withBareDatabase } from "../support/database/databases.ts"
import { withSignalAt } from "../support/faults/failpoints.ts"
import { post } from "../support/http/http.ts"
import { launch, startServer } from "../support/faults/processes.ts"
import { orderBody } from "../support/samples/orderBody.ts"
import { timeLimit } from "../support/runner/runs.ts"
import { schemaState } from "../support/database/schema.ts"
import { seedSenderlessAccount } from "../support/database/seed.ts"
import { isLockAwaited, eventually } from "../support/faults/eventually.ts"

// The database rolls back a killed process's transaction when it notices the closed connection.
const othersAtWork = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql`SELECT 1 FROM pg_stat_activity
    WHERE datname = current_database() AND state <> 'idle' AND pid <> pg_backend_pid()`
  return rows.length
})

const steps = fromFileSystem(join(import.meta.dirname, "../../migrations"))

/** A database migrated up to a step, with an account. */
const upTo = (last: number) =>
  PgMigrator.run({ loader: Effect.map(steps, (all) => all.filter(([id]) => id <= last)), table: "migrations" }).pipe(
    Effect.andThen(seedSenderlessAccount()),
    Effect.provide(NodeServices.layer)
  )

// The flow engine creates its own tables once a server is up.
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
    it.live(`by ${signal} leaves schema and rows unchanged, and the next start completes the upgrade`, () =>
      Effect.gen(function* () {
        const whole = yield* withBareDatabase(yield* databases.PostgreSQL)(schemaAndRows)
        const settings = yield* emptyPostgres
        yield* Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          // The next migration changes two tables in sequence.
          yield* upTo(20)
          const found = yield* schemaAndRows
          const ended = yield* sql.withTransaction(
            Effect.gen(function* () {
              yield* sql`SET LOCAL idle_in_transaction_session_timeout = 0`
              // The first table is changed by then, but not committed.
              yield* sql`LOCK TABLE webhook_deliveries IN ACCESS SHARE MODE`
              const server = yield* launch(settings)
              yield* eventually(isLockAwaited)
              return yield* Effect.timeout(server.end(signal), timeLimit(10_000))
            })
          )
          assert.strictEqual(ended.code, signal === "SIGTERM" ? 0 : null)
          yield* eventually(Effect.map(othersAtWork, (others) => others === 0))
          assert.deepStrictEqual(yield* schemaAndRows, found)
          yield* startServer(settings)
          assert.deepStrictEqual(yield* schemaAndRows, [...whole.slice(0, 3), found[3]])
        }).pipe(withBareDatabase(settings))
      })
    )
  }
})

/** A data directory of an earlier version, with an account. */
const olderDirectory = Effect.gen(function* () {
  const settings = yield* emptyDirectory
  const { token } = yield* withBareDatabase(settings)(upTo(13))
  return { settings, token }
})

describe("a server that is stopped while it upgrades the embedded database", () => {
  it.live("by any signal leaves no partial upgrade, and the next start completes it", () =>
    Effect.gen(function* () {
      const { settings, token } = yield* olderDirectory
      const before = yield* withBareDatabase(settings)(schemaState)
      const point = { at: "CREATE TABLE import_records", when: "before" } as const
      for (const signal of ["SIGKILL", "SIGTERM"] as const) {
        const server = yield* launch(withSignalAt(settings, { point, signal, idle: [], armed: true }))
        assert.deepStrictEqual(
          yield* server.ended,
          signal === "SIGTERM" ? { code: 0, signal: null } : { code: null, signal: "SIGKILL" }
        )
        assert.deepStrictEqual(yield* withBareDatabase(settings)(schemaState), before)
      }
      const { origin } = yield* startServer(settings)
      assert.strictEqual((yield* post(`${origin}/v1/orders/placed`, token, orderBody())).status, 201)
    })
  )
})
