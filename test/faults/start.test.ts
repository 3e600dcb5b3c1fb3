import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Fiber, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { existsSync } from "node:fs"
import { chmod, mkdir, readdir, stat, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { inject } from "vitest"
import { buildWhileLate } from "../../src/store/database/serverClient.ts"
import { SessionTimeouts } from "../../src/store/database/SessionTimeouts.ts"
import { embedded, emptyPostgres, postgres, withBareDatabase, withDatabase } from "../support/database/databases.ts"
import { launch, awaitReady, refusedStart, startServer } from "../support/faults/processes.ts"
import { startDatabaseProxy } from "../support/faults/databaseProxy.ts"
import { countLocksAwaited, eventually } from "../support/faults/eventually.ts"

const steps = async () =>
  (await readdir(join(import.meta.dirname, "../../migrations"))).filter((name) => /^\d+_/.test(name)).length

const modeOf = (path: string) => Effect.promise(async () => (await stat(path)).mode & 0o777)

const entriesOf = (directory: string) =>
  Effect.promise(async () =>
    (await readdir(directory, { recursive: true }))
      .map((name) => join(directory, name))
      .filter((path) => existsSync(path))
  )

/** Asserts that only the owner may read or write anything below. */
const ownersAlone = Effect.fnUntraced(function* (directory: string) {
  const entries = yield* entriesOf(directory)
  assert.isAbove(entries.length, 500)
  for (const path of entries) assert.strictEqual((yield* modeOf(path)) & 0o077, 0, path)
})

describe("a data directory", () => {
  it.live("is created readable by its owner only, with every file and directory in it", () =>
    Effect.gen(function* () {
      const directory = join(inject("scratch"), "made", "here")
      yield* startServer({ DATA_DIR: directory })
      assert.strictEqual(yield* modeOf(directory), 0o700)
      yield* ownersAlone(directory)
    })
  )

  it.live("of an earlier version with umask permissions is restricted at the start", () =>
    Effect.gen(function* () {
      const settings = yield* embedded
      const directory = settings["DATA_DIR"] ?? ""
      const entries = yield* entriesOf(directory)
      yield* Effect.promise(() =>
        Promise.all([join(directory, "database"), ...entries].map((path) => chmod(path, 0o755)))
      )
      yield* startServer(settings)
      yield* ownersAlone(directory)
    })
  )

  it.live(
    "readable by others and with other files in it is left unchanged, and the start ends with one line on why",
    () =>
      Effect.gen(function* () {
        const directory = join(inject("scratch"), "shared")
        yield* Effect.promise(async () => {
          await mkdir(directory)
          await writeFile(join(directory, "letter.txt"), "Hello")
          await chmod(directory, 0o755)
        })
        const { code, output } = yield* refusedStart({ DATA_DIR: directory })
        assert.strictEqual(code, 1)
        assert.include(output, "open to other users")
        assert.strictEqual((yield* Effect.promise(() => stat(directory))).mode & 0o777, 0o755)
      })
  )

  it.live("belongs to one process and user: a second process ends and names the first", () =>
    Effect.gen(function* () {
      const settings = yield* embedded
      const directory = settings["DATA_DIR"] ?? ""
      yield* Effect.promise(() => chmod(directory, 0o755))
      const first = yield* startServer(settings)
      const { code, output } = yield* refusedStart(settings)
      assert.notStrictEqual(code, 0)
      assert.include(output, `in use by process ${first.pid}`)
      assert.strictEqual((yield* Effect.promise(() => stat(directory))).mode & 0o777, 0o700)
    })
  )

  it.live("of a killed process is taken over by exactly one of several concurrent starts", () =>
    Effect.gen(function* () {
      const settings = yield* embedded
      const dead = yield* startServer(settings)
      yield* dead.end("SIGKILL")
      const racing = yield* Effect.forEach([settings, settings, settings], launch)
      const exits = yield* Effect.forEach(racing, (server) => Effect.exit(awaitReady(server)), {
        concurrency: "unbounded"
      })
      const winners = racing.filter((_, at) => exits[at] !== undefined && Exit.isSuccess(exits[at]))
      assert.strictEqual(winners.length, 1)
      for (const server of racing) {
        if (server === winners[0]) continue
        assert.notStrictEqual((yield* server.ended).code, 0)
        assert.match(server.output(), /in use by process \d+/)
      }
    })
  )
})

describe("an empty database", () => {
  it.live("that is too busy to give a connection in time is waited for by a start", () =>
    Effect.gen(function* () {
      const line = yield* startDatabaseProxy(yield* postgres)
      // Each way takes longer than a session may take to begin.
      yield* line.slow(2_500)
      const server = yield* launch(line.settings)
      yield* eventually(Effect.sync(() => server.output().includes("does not answer in time")))
      yield* line.slow(0)
      yield* awaitReady(server)
    })
  )

  it.live("that gives a part of the start no connection in time is asked again by that part", () =>
    Effect.gen(function* () {
      const line = yield* startDatabaseProxy(yield* postgres)
      const building = Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        let tries = 0
        const part = Layer.effectDiscard(
          Effect.suspend(() => {
            tries++
            return Effect.orDie(sql.reserve)
          })
        )
        // The client has no connection yet, and each way takes longer than one may take to begin.
        yield* line.slow(1_500)
        const built = yield* Effect.forkChild(Effect.scoped(Layer.build(buildWhileLate(part))))
        yield* eventually(Effect.sync(() => tries > 1))
        yield* line.slow(0)
        yield* Fiber.join(built)
      })
      const impatient = { connect: 1_000, statement: 60_000, lock: 60_000, idleInTransaction: 60_000, work: 60_000 }
      yield* withBareDatabase(line.settings, Layer.succeed(SessionTimeouts, impatient))(building)
    })
  )

  it.live("is migrated once by three concurrent starts", () =>
    Effect.gen(function* () {
      const settings = yield* emptyPostgres
      // All starts overlap: the first waits for a table being created by another session.
      const begun = Effect.flatMap(SqlClient.SqlClient, (sql) =>
        sql.withTransaction(
          Effect.gen(function* () {
            yield* sql`SET LOCAL idle_in_transaction_session_timeout = 0`
            yield* sql`CREATE TABLE orders (nothing int)`
            const launched = yield* Effect.forEach([settings, settings, settings], launch)
            yield* eventually(Effect.map(countLocksAwaited, (waiting) => waiting === launched.length))
            yield* sql`DROP TABLE orders`
            return launched
          })
        )
      )
      const servers = yield* withBareDatabase(settings)(begun)
      yield* Effect.forEach(servers, awaitReady, { concurrency: "unbounded" })
      yield* Effect.forEach(servers, (server) => server.end("SIGTERM"), { concurrency: "unbounded" })
      const ran = yield* withDatabase(settings)(
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          return yield* sql`SELECT migration_id FROM migrations ORDER BY migration_id LIMIT 1000`
        })
      )
      assert.strictEqual(ran.length, yield* Effect.promise(steps))
    })
  )
})

describe("a server that starts", () => {
  it.live("answers every accepted request, from the first on", () =>
    Effect.gen(function* () {
      const server = yield* launch(yield* emptyPostgres)
      const knock = Effect.promise(() =>
        fetch(`${server.origin}/health/live`, { signal: AbortSignal.timeout(60_000) }).then(
          ({ status }) => status,
          // Connections are refused until it listens. A request without an answer ends by a time-out, of this client or of the server.
          ({ cause }: Error) =>
            cause instanceof Error && "code" in cause && cause.code === "ECONNREFUSED" ? "refused" : "left waiting"
        )
      )
      assert.strictEqual(yield* Effect.repeat(knock, { while: (outcome) => outcome === "refused" }), 200)
    })
  )
})
