import { NodeServices } from "@effect/platform-node"
import { PgClient, PgMigrator } from "@effect/sql-pg"
import { Config, Duration, Effect, Layer, Option, type Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { fromFileSystem } from "effect/sql/MigratorFileSystem"
import { fileURLToPath } from "node:url"
import { closeFilesToOthers } from "./closeFilesToOthers.ts"
import { clearDeadRows } from "./DeadRows.ts"
import { lockDirectory } from "./DirectoryLock.ts"
import { embeddedDatabase } from "./embeddedDatabase.ts"
import { embeddedStream } from "./EmbeddedStream.ts"
import { freeClaims } from "../messages/freeClaims.ts"
import { makeKeyFile } from "./KeyFile.ts"
import { knownSchema } from "./knownSchema.ts"
import { measurePool } from "./poolMetrics.ts"

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
  new URL(import.meta.url.endsWith(".ts") ? "../../../migrations" : "../migrations", import.meta.url)
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
      const steps = fromFileSystem(migrations)
      yield* knownSchema(yield* steps)
      yield* PgMigrator.run({ loader: steps, table: "migrations" })
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

const embeddedLayer = (directory: string) =>
  Layer.unwrap(
    Effect.gen(function* () {
      yield* lockDirectory(directory)
      if (Option.isNone(yield* encryptionKey)) yield* makeKeyFile(directory)
      yield* closeFilesToOthers(directory)
      const database = yield* Effect.acquireRelease(
        Effect.promise(() => embeddedDatabase(directory, planning)),
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
/** The secret that the service's keys come from; unset: the embedded database has one beside it. */
export const encryptionKey = Config.option(Config.Redacted("ENCRYPTION_KEY"))
export const dataDirectory = Config.String("DATA_DIR").pipe(Config.withDefault("./data"))

/** The database as it is, migrated or not: PostgreSQL at `DATABASE_URL`, else an embedded one in `DATA_DIR`. */
export const ClientLayer = Layer.unwrap(
  Effect.gen(function* () {
    const url = yield* databaseUrl
    const connections = Option.isNone(url) ? 1 : yield* Config.Int("DATABASE_CONNECTIONS").pipe(Config.withDefault(10))
    measurePool(connections)
    return Option.isNone(url) ? embeddedLayer(yield* dataDirectory) : serverLayer(url.value, connections)
  })
)

const prepare = Effect.gen(function* () {
  yield* migrate
  yield* clearDeadRows(undefined)
  if (Option.isNone(yield* databaseUrl)) yield* freeClaims
})

/** A migrated database. */
export const DatabaseLayer = Layer.effectDiscard(prepare).pipe(Layer.provideMerge(ClientLayer))
