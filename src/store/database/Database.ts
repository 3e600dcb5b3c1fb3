import { NodeServices } from "@effect/platform-node"
import { PgClient, PgMigrator } from "@effect/sql-pg"
import { Config, Duration, Effect, Layer, Option, type Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { fromFileSystem } from "effect/sql/MigratorFileSystem"
import { fileURLToPath } from "node:url"
import { closeFilesToOthers } from "./closeFilesToOthers.ts"
import { clearDeadRows } from "./DeadRows.ts"
import { DistributionLayer } from "./detectDistribution.ts"
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

// Every query filters by account, so an index always fits. Without this, plans made for empty tables scan them whole during a first import,
// until statistics are refreshed.
const planning = { enable_seqscan: "off", jit: "off" }

// Compiled code is one level below the folder of its migrations, source code three.
const migrations = fileURLToPath(
  new URL(import.meta.url.endsWith(".ts") ? "../../../migrations" : "../migrations", import.meta.url)
)

/** Migrates the schema. Each step runs once, also when several processes start together. */
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
        // The database is open and in this process: it answers late only when the machine is busy.
        connectTimeout: Duration.infinity,
        username: "postgres",
        database: "postgres",
        maxConnections: 1
      })
    })
  )

/** The PostgreSQL server; unset: the embedded database of this process. */
export const databaseUrl = Config.option(Config.Redacted("DATABASE_URL"))
/** The secret that all keys are derived from; unset: the key file of the embedded database. */
export const encryptionKey = Config.option(Config.Redacted("ENCRYPTION_KEY"))
export const dataDirectory = Config.String("DATA_DIR").pipe(Config.withDefault("./data"))

/** A client of the database, without migration: PostgreSQL at `DATABASE_URL`, else the embedded database in `DATA_DIR`. */
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
export const MigratedLayer = Layer.effectDiscard(prepare).pipe(Layer.provideMerge(ClientLayer))

/** A migrated database, and whether account data is distributed. */
export const DatabaseLayer = DistributionLayer.pipe(Layer.provideMerge(MigratedLayer))
