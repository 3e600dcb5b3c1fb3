import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { databases, withBareDatabase } from "../support/database/databases.ts"
import { withSignalAt } from "../support/faults/failpoints.ts"
import { laterBuild, laterSteps } from "../support/faults/laterBuild.ts"
import { post } from "../support/http/http.ts"
import { launch, startServer } from "../support/faults/processes.ts"
import { orderBody } from "../support/samples/orderBody.ts"
import { timeLimit } from "../support/runner/runs.ts"
import { schemaState } from "../support/database/schema.ts"
import { seedAccount } from "../support/database/seed.ts"
import { isLockAwaited, eventually } from "../support/faults/eventually.ts"

// The database rolls back a killed process's transaction when it notices the closed connection.
const othersAtWork = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql`SELECT 1 FROM pg_stat_activity
    WHERE datname = current_database() AND state <> 'idle' AND pid <> pg_backend_pid()`
  return rows.length
})

// The flow engine creates its own tables once a server is up.
const schemaAndRows = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return [
    yield* sql`SELECT table_name, column_name FROM information_schema.columns
      WHERE table_schema = 'public' AND table_name !~ '^(cluster|effect)_' ORDER BY 1, 2`,
    yield* sql`SELECT proname, proconfig, prosrc FROM pg_proc WHERE pronamespace = 'public'::regnamespace ORDER BY 1, 2`,
    yield* sql`SELECT migration_id, name FROM migrations ORDER BY 1 LIMIT 1000`,
    yield* sql`SELECT account_id, default_country FROM accounts ORDER BY 1 LIMIT 1000`
  ]
})

// As a function of an earlier version.
const replaceFunction = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE OR REPLACE FUNCTION lock_names(account text, names text[]) RETURNS void LANGUAGE plpgsql AS 'BEGIN END'`
})

describe("a server that is stopped while it upgrades PostgreSQL", () => {
  for (const signal of ["SIGTERM", "SIGKILL"] as const) {
    it.live(`by ${signal} leaves schema and rows unchanged, and the next start completes the upgrade`, () =>
      Effect.gen(function* () {
        const later = yield* laterBuild
        const settings = yield* databases.PostgreSQL
        yield* Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          yield* seedAccount()
          const [columns = [], functions, taken = [], rows] = yield* schemaAndRows
          yield* replaceFunction
          const found = yield* schemaAndRows
          const ended = yield* sql.withTransaction(
            Effect.gen(function* () {
              yield* sql`SET LOCAL idle_in_transaction_session_timeout = 0`
              // The table of the first step is changed by then, but not committed.
              yield* sql`LOCK TABLE webhook_deliveries IN ACCESS SHARE MODE`
              const server = yield* launch({ ...settings, ...later })
              yield* eventually(isLockAwaited)
              return yield* Effect.timeout(server.end(signal), timeLimit(10_000))
            })
          )
          assert.strictEqual(ended.code, signal === "SIGTERM" ? 0 : null)
          yield* eventually(Effect.map(othersAtWork, (others) => others === 0))
          assert.deepStrictEqual(yield* schemaAndRows, found)
          yield* startServer({ ...settings, ...later })
          const [allColumns = [], ...after] = yield* schemaAndRows
          assert.deepStrictEqual(
            allColumns.filter((column) => column["column_name"] !== "later_note"),
            columns
          )
          assert.lengthOf(allColumns, columns.length + 2)
          assert.deepStrictEqual(after, [functions, [...taken, ...laterSteps], rows])
        }).pipe(withBareDatabase(settings))
      })
    )
  }
})

describe("a server that is stopped while it upgrades the embedded database", () => {
  it.live("by any signal leaves no partial upgrade, and the next start completes it", () =>
    Effect.gen(function* () {
      const embedded = yield* databases.embedded
      const settings = { ...embedded, ...(yield* laterBuild) }
      const { token } = yield* withBareDatabase(embedded)(seedAccount())
      const before = yield* withBareDatabase(embedded)(schemaState)
      const point = { at: "ALTER TABLE webhook_deliveries ADD later_note", when: "before" } as const
      for (const signal of ["SIGKILL", "SIGTERM"] as const) {
        const server = yield* launch(withSignalAt(settings, { point, signal, idle: [], armed: true }))
        assert.deepStrictEqual(
          yield* server.ended,
          signal === "SIGTERM" ? { code: 0, signal: null } : { code: null, signal: "SIGKILL" }
        )
        assert.deepStrictEqual(yield* withBareDatabase(embedded)(schemaState), before)
      }
      const { origin } = yield* startServer(settings)
      assert.strictEqual((yield* post(`${origin}/v1/orders/placed`, token, orderBody())).status, 201)
    })
  )
})

describe("a start without new steps", () => {
  it.live("leaves the functions, which may be those of a later version", () =>
    Effect.gen(function* () {
      const settings = yield* databases.PostgreSQL
      const found = yield* withBareDatabase(settings)(Effect.andThen(replaceFunction, schemaAndRows))
      yield* startServer(settings)
      assert.deepStrictEqual((yield* withBareDatabase(settings)(schemaAndRows))[1], found[1])
    })
  )
})
