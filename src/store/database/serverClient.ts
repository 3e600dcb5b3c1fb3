import { PgClient } from "@effect/sql-pg"
import { Duration, Effect, Layer, Schema } from "effect"
import type { Redacted } from "effect"
import { SqlClient, SqlError } from "effect/sql"
import type { Connection } from "effect/sql/SqlConnection"
import { Unavailable } from "../../domain/Errors.ts"
import { query } from "../sql/query.ts"

/** The database is behind a pooler that the service cannot use. The operator reads the message. */
export class PoolerUnusable extends Schema.TaggedError<PoolerUnusable>()("PoolerUnusable", {
  message: Schema.String
}) {}

interface ServerOptions {
  readonly url: Redacted.Redacted
  readonly connections: number
  /** Milliseconds. */
  readonly connectTimeout: number
  /** Settings of each session. */
  readonly settings: Readonly<Record<string, string>>
}

const readSettings = query(Schema.Struct({ name: Schema.String, setting: Schema.String }))
const readPid = query(Schema.Struct({ pid: Schema.Int }))

// Each waits for the connect timeout. A server that refuses is not tried again: its operator should read why.
const triesWhileLate = 10

// Waits for a connection that a full pool does not give end by themselves.
const maxWait = Duration.seconds(10)

const clientOf = (
  { url, connectTimeout }: ServerOptions,
  connections: number,
  startupParameters: ServerOptions["settings"]
) =>
  PgClient.make({
    url,
    maxConnections: connections,
    startupParameters,
    applicationName: "tally",
    connectTimeout: Duration.millis(connectTimeout)
  })

const transactionMode =
  "DATABASE_URL leads to a pooler that gives each transaction another connection (pgbouncer: pool_mode = transaction); " +
  "set pool_mode = session for this database, or name PostgreSQL itself"

const isRefused = (pattern: RegExp) => (error: unknown) =>
  SqlError.isSqlError(error) && pattern.test(`${error.message} ${String(error.reason.cause)}`)

const isConnectionLate = isRefused(/connection timed out/i)
const isLate = (error: unknown) => error instanceof Unavailable || isConnectionLate(error)

/** Fails if two transactions of one connection run in different sessions, while another connection has a transaction open. */
const requireSessions = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const [one, other] = [yield* sql.reserve, yield* sql.reserve]
  const run = (connection: Connection, text: string) => connection.executeUnprepared(text, [], undefined)
  const pid = (connection: Connection) =>
    Effect.map(readPid(run(connection, "SELECT pg_backend_pid() AS pid")), ([row]) => row?.pid)
  // A pooler that is at work for others may give the same connection by chance.
  for (let time = 0; time < 3; time++) {
    const before = yield* pid(one)
    yield* run(other, "BEGIN")
    yield* pid(other)
    const after = yield* pid(one)
    yield* run(other, "ROLLBACK")
    if (before !== after) return yield* new PoolerUnusable({ message: transactionMode })
  }
})

/** Whether sessions have the settings of their startup: poolers refuse or ignore what they do not know. */
const keepsSettings = (options: ServerOptions) =>
  Effect.gen(function* () {
    const sql = yield* clientOf(options, 1, options.settings)
    const names = Object.keys(options.settings)
    const found = yield* readSettings(
      sql`SELECT name, current_setting(name) AS setting FROM pg_settings WHERE ${sql.in("name", names)}`.unprepared
    )
    const written = new Map(found.map(({ name, setting }) => [name, setting]))
    return names.every((name) => sameSetting(written.get(name), options.settings[name]))
  }).pipe(
    Effect.scoped,
    Effect.catchIf(isRefused(/unsupported startup parameter/i), () => Effect.succeed(false)),
    Effect.retry({ times: 1, while: SqlError.isSqlError })
  )

// PostgreSQL shows 3000 as 3s.
const sameSetting = (shown = "", wanted = ""): boolean =>
  shown === wanted || (shown.endsWith("s") && Number(shown.slice(0, -1)) * 1_000 === Number(wanted))

/** A client whose connections get the settings by a statement whenever they are taken: what a pooler drops of a startup is set then. */
const settingClient = Effect.fnUntraced(function* (options: ServerOptions) {
  const pooled = yield* clientOf(options, options.connections, {})
  const text = `SELECT ${Object.entries(options.settings)
    .map(([name, value]) => `set_config('${name}', '${value}', false)`)
    .join(", ")}`
  const acquirer = Effect.tap(pooled.reserve, (connection) => connection.execute(text, [], undefined))
  const client = yield* SqlClient.make({
    acquirer,
    compiler: PgClient.makeCompiler(),
    driver: pooled.driver,
    spanAttributes: []
  })
  const { [PgClient.TypeId]: typeId, config, json, listen, notify } = pooled
  return Object.assign(client, { [PgClient.TypeId]: typeId, config, json, listen, notify })
})

/** Tries again what a start does, while the server is too busy to give a connection or to answer. */
export const waitWhileLate = <A, E, R>(connected: Effect.Effect<A, E, R>) =>
  connected.pipe(
    Effect.tapError((error) =>
      isLate(error) ? Effect.logWarning("The database does not answer in time, and is tried again") : Effect.void
    ),
    Effect.retry({ times: triesWhileLate, while: isLate })
  )

/** `waitWhileLate` for a layer that asks the database while it is built, also where it dies without a connection. */
export const buildWhileLate = <A, E, R>(layer: Layer.Layer<A, E, R>) =>
  Layer.effectContext(
    waitWhileLate(
      Effect.catchDefect(Layer.build(layer), (defect) =>
        SqlError.isSqlError(defect) ? Effect.fail(defect) : Effect.die(defect)
      )
    )
  )

/** A client of a PostgreSQL server, also behind a pooler in session mode. Fails in one line behind one that divides sessions. */
export const serverLayer = (options: ServerOptions) =>
  PgClient.layerFrom(
    Effect.gen(function* () {
      const isKept = yield* keepsSettings(options)
      yield* Effect.flatMap(clientOf(options, 2, {}), requireSessions).pipe(
        Effect.scoped,
        // A pooler in statement mode closes the connection at each BEGIN, a network only once.
        Effect.retry({ times: 1, while: SqlError.isSqlError }),
        Effect.catchIf(
          isRefused(/statement pooling|connection closed/i),
          () => new PoolerUnusable({ message: transactionMode })
        ),
        Effect.timeoutOption(maxWait)
      )
      return isKept ? yield* clientOf(options, options.connections, options.settings) : yield* settingClient(options)
    }).pipe(waitWhileLate)
  )
