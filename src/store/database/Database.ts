import { NodeServices } from "@effect/platform-node"
import { PgClient, PgMigrator } from "@effect/sql-pg"
import { Config, Duration, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { fromFileSystem } from "effect/sql/MigratorFileSystem"
import { fileURLToPath } from "node:url"
import { closeFilesToOthers } from "../embedded/closeFilesToOthers.ts"
import { clearDeadRows } from "../upkeep/DeadRows.ts"
import { DistributionLayer } from "../distributed/detectDistribution.ts"
import { lockDirectory } from "../embedded/DirectoryLock.ts"
import { createFunctions } from "../functions/createFunctions.ts"
import { openEmbedded } from "../embedded/EmbeddedStream.ts"
import { freeClaims } from "../messages/freeClaims.ts"
import { makeKeyFile } from "../keys/KeyFile.ts"
import { knownSchema } from "./knownSchema.ts"
import { makeOwnMessages, OwnMessages } from "./OwnMessages.ts"
import { measurePool } from "./poolMetrics.ts"
import { buildWhileLate, serverLayer, waitWhileLate } from "./serverClient.ts"
import { SessionTimeouts } from "./SessionTimeouts.ts"

// Every query filters by account, so an index always fits. Without this, plans made for empty tables scan them whole during a first import,
// until statistics are refreshed.
const planning = { enable_seqscan: "off", jit: "off" }

// Compiled code is one level below the folder of its migrations, source code three.
const migrations = fileURLToPath(
  new URL(import.meta.url.endsWith(".ts") ? "../../../migrations" : "../migrations", import.meta.url)
)

/**
 * Migrates the schema. Each step runs once, also when several processes start together. The functions are created after new steps alone, so that a
 * process of an earlier version never replaces those of a later one.
 */
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
      const made = yield* PgMigrator.run({ loader: steps, table: "migrations" })
      if (made.length > 0) yield* createFunctions
    })
  )
}).pipe(Effect.provide(NodeServices.layer))

const embeddedLayer = (directory: string) =>
  Layer.unwrap(
    Effect.gen(function* () {
      yield* lockDirectory(directory)
      if (Option.isNone(yield* encryptionKey)) yield* makeKeyFile(directory)
      yield* closeFilesToOthers(directory)
      const context = yield* Effect.context()
      const onReopen = () =>
        void Effect.runForkWith(context)(
          Effect.logWarning("The embedded database was ended in the middle of a statement and is opened again")
        )
      const messages = makeOwnMessages()
      const database = yield* Effect.acquireRelease(
        Effect.promise(() => openEmbedded({ directory, settings: planning }, { onReopen, onMessage: messages.add })),
        (open) => Effect.promise(() => open.close())
      )
      return Layer.merge(
        PgClient.layer({
          stream: database.stream,
          // The database is in this process: it answers late only when the machine is busy.
          connectTimeout: Duration.infinity,
          username: "postgres",
          database: "postgres",
          maxConnections: 1
        }),
        Layer.succeed(OwnMessages, messages)
      )
    })
  )

/** The PostgreSQL server; unset: the embedded database of this process. */
export const databaseUrl = Config.option(Config.Redacted("DATABASE_URL"))
/** The secret that all keys are derived from; unset: the key file of the embedded database. */
export const encryptionKey = Config.option(Config.Redacted("ENCRYPTION_KEY"))
export const dataDirectory = Config.String("DATA_DIR").pipe(Config.withDefault("./data"))

type Failures = Layer.Error<ReturnType<typeof embeddedLayer> | ReturnType<typeof serverLayer>>

/** A client of the database, without migration: PostgreSQL at `DATABASE_URL`, else the embedded database in `DATA_DIR`. */
export const ClientLayer = Layer.unwrap(
  Effect.gen(function* () {
    const url = yield* databaseUrl
    const connections = Option.isNone(url) ? 1 : yield* Config.Int("DATABASE_CONNECTIONS").pipe(Config.withDefault(10))
    measurePool(connections)
    const { connect, statement, lock, idleInTransaction } = yield* SessionTimeouts
    const timeouts = {
      statement_timeout: String(statement),
      lock_timeout: String(lock),
      idle_in_transaction_session_timeout: String(idleInTransaction)
    }
    const layer: Layer.Layer<PgClient.PgClient | SqlClient.SqlClient, Failures> = Option.isNone(url)
      ? embeddedLayer(yield* dataDirectory)
      : serverLayer({ url: url.value, connections, connectTimeout: connect, settings: { ...timeouts, ...planning } })
    return layer
  })
)

const prepare = Effect.gen(function* () {
  yield* migrate
  yield* clearDeadRows(undefined)
  if (Option.isNone(yield* databaseUrl)) yield* freeClaims
})

/** A migrated database. */
export const MigratedLayer = Layer.effectDiscard(waitWhileLate(prepare)).pipe(Layer.provideMerge(ClientLayer))

/** A migrated database, and whether account data is distributed. */
export const DatabaseLayer = buildWhileLate(DistributionLayer).pipe(Layer.provideMerge(MigratedLayer))
