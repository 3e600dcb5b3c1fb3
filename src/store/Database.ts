import { PGlite } from "@electric-sql/pglite"
import { NodeServices } from "@effect/platform-node"
import { PgClient, PgMigrator } from "@effect/sql-pg"
import { Config, Duration, Effect, Layer, Option, type Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { fromFileSystem } from "effect/sql/MigratorFileSystem"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { lockDirectory } from "./DirectoryLock.ts"
import { embeddedStream } from "./EmbeddedStream.ts"
import { measurePool } from "./measurePool.ts"

const timeouts = {
  statement_timeout: "3000",
  lock_timeout: "2000",
  idle_in_transaction_session_timeout: "5000"
}

// Every query names its account, so an index is always meant. A plan that was made while a table was empty would read all of
// it for every order of a store's first import, until the statistics are read again.
const planning = { enable_seqscan: "off", jit: "off" }

// Compiled code lies one level above its migrations, source code two.
const migrations = fileURLToPath(
  new URL(import.meta.url.endsWith(".ts") ? "../../migrations" : "../migrations", import.meta.url)
)

/** Brings the schema up to date: each step once, also when several processes start together. */
const migrate = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql.withTransaction(
    Effect.gen(function* () {
      yield* sql`SET LOCAL statement_timeout = 0`
      yield* sql`SET LOCAL lock_timeout = 0`
      yield* sql`SET LOCAL idle_in_transaction_session_timeout = 0`
      yield* sql`SELECT pg_advisory_xact_lock(7262011)`
      yield* PgMigrator.run({ loader: fromFileSystem(migrations), table: "migrations" })
    })
  )
}).pipe(Effect.provide(NodeServices.layer))

const serverLayer = (url: Redacted.Redacted, connections: number) =>
  PgClient.layer({
    url,
    maxConnections: connections,
    startupParameters: { ...timeouts, ...planning },
    applicationName: "tally",
    connectTimeout: Duration.seconds(2)
  })

// With buffers of this size it fits into the 128 MB it begins with; the default of 128 MB would take 70 MB more.
const startParams = [
  ...PGlite.defaultStartParams,
  ...Object.entries({ ...planning, shared_buffers: "48MB" }).flatMap(([name, value]) => ["-c", `${name}=${value}`])
]

const embeddedLayer = (directory: string) =>
  Layer.unwrap(
    Effect.gen(function* () {
      yield* lockDirectory(directory)
      const database = yield* Effect.acquireRelease(
        Effect.promise(() => PGlite.create(join(directory, "database"), { startParams })),
        (open) => Effect.promise(() => open.close())
      )
      return PgClient.layer({
        stream: () => embeddedStream(database),
        username: "postgres",
        database: "postgres",
        maxConnections: 1
      })
    })
  )

/** Whether the database lives in this process. */
export const databaseUrl = Config.option(Config.Redacted("DATABASE_URL"))
export const dataDirectory = Config.String("DATA_DIR").pipe(Config.withDefault("./data"))

const ClientLayer = Layer.unwrap(
  Effect.gen(function* () {
    const url = yield* databaseUrl
    const connections = Option.isNone(url) ? 1 : yield* Config.Int("DATABASE_CONNECTIONS").pipe(Config.withDefault(10))
    measurePool(connections)
    return Option.isNone(url) ? embeddedLayer(yield* dataDirectory) : serverLayer(url.value, connections)
  })
)

/** A migrated database: PostgreSQL at `DATABASE_URL`, else an embedded one in `DATA_DIR`. */
export const DatabaseLayer = Layer.effectDiscard(migrate).pipe(Layer.provideMerge(ClientLayer))
