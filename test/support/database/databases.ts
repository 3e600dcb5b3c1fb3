import { layer, type Vitest } from "@effect/vitest"
import { Clock, ConfigProvider, Context, Effect, Layer, type Scope } from "effect"
import type { SqlClient } from "effect/sql"
import { execFile } from "node:child_process"
import { createHash, randomBytes } from "node:crypto"
import { existsSync } from "node:fs"
import { mkdir, readFile, rm } from "node:fs/promises"
import { join } from "node:path"
import { promisify } from "node:util"
import { inject } from "vitest"
import { ClientLayer, DatabaseLayer } from "../../../src/store/database/Database.ts"
import { SessionTimeouts } from "../../../src/store/database/SessionTimeouts.ts"
import { onEachNode } from "../distribution/citusCluster.ts"
import { administer } from "./administer.ts"
import { startPostgres } from "./postgres.ts"
import { recordTo } from "../distribution/recordStatements.ts"
import { OnTestTime } from "../flows/testTime.ts"

/** The settings of a server for a database. */
export type Settings = Readonly<Record<string, string>>

/** Whether the run is `npm run test:distributed`: account data counts as distributed, on PostgreSQL alone. */
export const isDistributed = process.env["DATABASE_DISTRIBUTED"] !== undefined

/** Whether the PostgreSQL of such a run is a Citus cluster. */
export const isCitus = isDistributed && process.env["CITUS_URL"] !== undefined

const fresh = (): string => `t${randomBytes(8).toString("hex")}`

const postgresFrom = (template?: string) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const name = fresh()
      const from = template ?? inject("postgresTemplate")
      // Copies the files: by PostgreSQL's default each page would also go through the log, which takes three times as long.
      await onEachNode(inject("postgresNodes"), `CREATE DATABASE ${name} TEMPLATE ${from} STRATEGY file_copy`)
      return name
    }),
    (name) => Effect.promise(() => onEachNode(inject("postgresNodes"), `DROP DATABASE ${name} WITH (FORCE)`))
  ).pipe(
    Effect.map((name): Settings => ({
      DATABASE_URL: `${inject("postgresNodes")[0]}${name}`,
      ENCRYPTION_KEY: "ab".repeat(32),
      ...(isDistributed && !isCitus ? { DATABASE_DISTRIBUTED: "citus" } : {})
    }))
  )

/** Settings of a new migrated database on the run's PostgreSQL, dropped with the scope. */
export const postgres = postgresFrom()

/** Settings of a new database that is migrated when it is opened, alone on a PostgreSQL of its own, which writes nothing by itself. */
const postgresAlone = Effect.gen(function* () {
  const path = yield* Effect.acquireRelease(
    Effect.promise(async () => {
      const made = join(inject("scratch"), fresh())
      await mkdir(made, { mode: 0o755 })
      return made
    }),
    (made) => Effect.promise(() => rm(made, { recursive: true, force: true }))
  )
  const { url } = yield* Effect.acquireRelease(
    Effect.promise(() => startPostgres(path, ["fsync=off", "autovacuum=off"])),
    ({ stop }) => Effect.promise(stop)
  )
  yield* Effect.promise(() => administer(url("postgres"), "CREATE DATABASE alone"))
  return { DATABASE_URL: url("alone"), ENCRYPTION_KEY: "ab".repeat(32) }
})

const directory = (fill: (path: string) => Promise<void>) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const path = join(inject("scratch"), fresh())
      await fill(path)
      return path
    }),
    (path) => Effect.promise(() => rm(path, { recursive: true, force: true }))
  ).pipe(Effect.map((path): Settings => ({ DATA_DIR: path })))

/** Copies a data directory. Node's `cp` takes a second of CPU for its 1,200 files. */
export const copyDirectory = async (from: string, to: string): Promise<void> => {
  await promisify(execFile)("cp", ["-R", from, to])
}

// V8 shares compiled code among threads while one of them holds it. Without a holder, each database that is opened compiles its hot functions
// again, which doubles the cost of a suite on the embedded database.
let compiled: Promise<WebAssembly.Module> | undefined
const keepCompiled = () =>
  (compiled ??= readFile(new URL("pglite.wasm", import.meta.resolve("@electric-sql/pglite"))).then((code) =>
    WebAssembly.compile(code)
  ))

/** Settings of a new migrated data directory, removed with the scope. */
export const embedded = directory(async (path) => {
  await Promise.all([keepCompiled(), copyDirectory(inject("embeddedTemplate"), path)])
})

/** Whether a data directory is locked by a process; false for PostgreSQL. */
export const isLocked = ({ DATA_DIR }: Settings): boolean =>
  DATA_DIR !== undefined && existsSync(join(DATA_DIR, "lock"))

/** Settings of a data directory that does not exist yet. */
export const emptyDirectory = directory(() => Promise.resolve())

export const databases = { embedded, PostgreSQL: postgres } as const

// A cluster is not started anew for a suite.
const databasesAlone: typeof databases = { embedded, PostgreSQL: isDistributed ? postgres : postgresAlone }

/** The number of processes that can serve a database: one for an embedded database. */
export const processesOn = (database: keyof typeof databases, many: number): number =>
  database === "embedded" ? 1 : many

/** The settings as a configuration provider. */
export const settingsLayer = (settings: Settings) => ConfigProvider.layer(ConfigProvider.fromUnknown(settings))

// The pool looks for idle connections each minute: 40,000 times in a month of the test clock.
const LiveClock = Layer.succeed(Clock.Clock, Context.get(Context.empty(), Clock.Clock))

// Tests seed many rows on a machine that does other work too, so the database may take longer than for the service.
const PatientSessions = Layer.succeed(SessionTimeouts, {
  connect: 120_000,
  statement: 120_000,
  lock: 120_000,
  idleInTransaction: 300_000,
  work: 25_000
})

/** A database with its own connection pool. Two of these on the same settings act as two processes. */
export const databaseLayer = (settings: Effect.Effect<Settings, never, Scope.Scope>) =>
  Layer.unwrap(
    Effect.map(settings, (found) =>
      DatabaseLayer.pipe(
        Layer.provide([settingsLayer(found), LiveClock]),
        Layer.provideMerge(PatientSessions),
        Layer.provideMerge(isDistributed && "DATABASE_DISTRIBUTED" in found ? recordTo(inject("scratch")) : Layer.empty)
      )
    )
  )

type Database = keyof typeof databases

/** A part of a suite: what it provides, and what a test may ask of it besides the database. */
type Suite<A> = (it: Vitest.MethodsNonLive<A | SqlClient.SqlClient>, database: Database) => void

interface SuiteOptions {
  readonly excludeTestServices?: boolean
  /** No other suite uses that PostgreSQL. */
  readonly alone?: boolean
}

const onEach = <A, E>(
  chosen: ReadonlyArray<Database>,
  name: string,
  parts: Layer.Layer<A, E, SqlClient.SqlClient>,
  suite: Suite<A>,
  { alone = false, ...options }: SuiteOptions = {}
): void => {
  for (const database of isDistributed ? (["PostgreSQL"] as const) : chosen) {
    layer(
      parts.pipe(
        Layer.provideMerge(databaseLayer((alone ? databasesAlone : databases)[database])),
        Layer.provide(options.excludeTestServices ? Layer.empty : OnTestTime)
      ),
      {
        timeout: "10 minutes",
        ...options
      }
    )(`${name}, ${database}`, (it) => suite(it, database))
  }
}

/** Runs the suite on the embedded database and on PostgreSQL, with `parts` on a new database each. */
export const onBoth = <A, E>(
  name: string,
  parts: Layer.Layer<A, E, SqlClient.SqlClient>,
  suite: Suite<A>,
  options?: SuiteOptions
): void => onEach(["embedded", "PostgreSQL"], name, parts, suite, options)

// One seed a worker, so that a run without one draws other suites each time.
const seed = process.env["LAWS_SEED"] ?? randomBytes(4).toString("hex")

/**
 * Runs the suite on one of the two: rules of requests and flows, which send the same statements to both. The seed of the laws decides, for
 * the embedded database in one of four suites, since there a suite takes twice the processor time. `SUITES_ON=both` runs all on both.
 */
export const onEither = <A, E>(
  name: string,
  parts: Layer.Layer<A, E, SqlClient.SqlClient>,
  suite: Suite<A>,
  options?: SuiteOptions
): void => {
  if (process.env["SUITES_ON"] === "both") return onBoth(name, parts, suite, options)
  const isEmbedded = createHash("sha1").update(`${seed} ${name}`).digest().readUInt8() % 4 === 0
  onEach([isEmbedded ? "embedded" : "PostgreSQL"], name, parts, suite, options)
}

// A local build: otherwise the memoized layer of an enclosing database would be used.
const own = { local: true } as const

/** Runs an effect on the database of the settings, over its own connection. */
export const withDatabase =
  (settings: Settings) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.provide(effect, databaseLayer(Effect.succeed(settings)), own)

/** Like `withDatabase`, without migrating the database. */
export const withBareDatabase =
  (settings: Settings, sessions: Layer.Layer<never> = PatientSessions) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.provide(effect, ClientLayer.pipe(Layer.provide([settingsLayer(settings), sessions])), own)

/** Settings of a database without tables, on the run's PostgreSQL. */
export const emptyPostgres = postgresFrom("template0")
