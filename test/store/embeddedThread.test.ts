import { PgClient } from "@effect/sql-pg"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { openEmbedded } from "../../src/store/embedded/EmbeddedStream.ts"
import { query } from "../../src/store/sql/query.ts"
import { embedded, withDatabase } from "../support/database/databases.ts"

const names = query(Schema.Struct({ name: Schema.String }))

// Takes hours.
const endless = (sql: SqlClient.SqlClient) =>
  sql`SELECT count(*) FROM generate_series(1, 1000000) a, generate_series(1, 1000000) b WHERE a % 7 = b % 11`

describe("the embedded database", () => {
  it.live("leaves the process free during a statement without end, which ends with its caller", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const isBegun = Promise.withResolvers<void>()
      yield* sql`CREATE TABLE kept (name text)`
      yield* sql`INSERT INTO kept VALUES ('committed')`
      const work = sql.withTransaction(
        Effect.gen(function* () {
          yield* sql`INSERT INTO kept VALUES ('open')`
          isBegun.resolve()
          yield* endless(sql)
        })
      )
      const caller = yield* Effect.forkChild(work)
      yield* Effect.promise(() => isBegun.promise)
      // The process has had a thousand turns before the statement was left.
      for (let turn = 0; turn < 1_000; turn++) yield* Effect.promise(() => new Promise<void>(setImmediate))
      yield* Fiber.interrupt(caller)
      assert.deepStrictEqual(yield* names(sql`SELECT name FROM kept`), [{ name: "committed" }])
    }).pipe((effect) => Effect.flatMap(embedded, (settings) => withDatabase(settings)(effect)))
  )

  it.live("begins each connection as new, whatever the one before left open", () =>
    Effect.gen(function* () {
      const { DATA_DIR = "" } = yield* embedded
      const database = yield* Effect.acquireRelease(
        Effect.promise(() =>
          openEmbedded(
            { directory: DATA_DIR, settings: { jit: "off" } },
            { onReopen: () => assert.fail(), onMessage: () => {} }
          )
        ),
        (open) => Effect.promise(() => open.close())
      )
      const connected = <A, E>(work: (sql: SqlClient.SqlClient) => Effect.Effect<A, E>) =>
        Effect.flatMap(SqlClient.SqlClient, work).pipe(
          Effect.provide(
            PgClient.layer({ stream: database.stream, username: "postgres", database: "postgres", maxConnections: 1 })
          ),
          Effect.scoped
        )
      yield* connected((sql) =>
        Effect.gen(function* () {
          yield* sql`CREATE TABLE kept (name text)`
          yield* sql`SET work_mem = '33MB'`
          yield* sql`SET jit = 'on'`
          yield* sql`SELECT pg_advisory_lock(1)`
          yield* sql`BEGIN`
          yield* sql`INSERT INTO kept VALUES ('open')`
        })
      )
      const found = yield* connected((sql) =>
        Effect.gen(function* () {
          const kept = yield* names(sql`SELECT name FROM kept`)
          const settings = yield* names(
            sql`SELECT setting AS name FROM pg_settings WHERE name IN ('jit', 'work_mem') ORDER BY pg_settings.name`
          )
          const prepared = yield* names(sql`SELECT statement AS name FROM pg_prepared_statements`)
          const locks = yield* names(sql`SELECT locktype AS name FROM pg_locks WHERE locktype = 'advisory'`)
          return { kept, settings, prepared: prepared.filter(({ name }) => name.includes("INSERT")), locks }
        })
      )
      assert.deepStrictEqual(found, {
        kept: [],
        settings: [{ name: "off" }, { name: "4096" }],
        prepared: [],
        locks: []
      })
    })
  )
})
