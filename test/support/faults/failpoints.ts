import { Effect, Schedule, type Scope } from "effect"
import { join } from "node:path"
import { firstRun } from "../../../src/programs/accounts/FirstRun.ts"
import { FirstRunStoresLayer, operator } from "../browser/dashboard.ts"
import { postgres, type Settings, withDatabase } from "../database/databases.ts"
import { type RunningServer, startServer } from "./processes.ts"
import { type StatementPosition, startDatabaseProxy } from "./databaseProxy.ts"

/** The polling statements of an idle server, over three rounds. */
export const idleStatements = Effect.gen(function* () {
  const direct = yield* postgres
  // On an empty database a start creates an account and a link, which are no polling statements.
  yield* firstRun(operator).pipe(Effect.provide(FirstRunStoresLayer), withDatabase(direct))
  const line = yield* startDatabaseProxy(direct)
  const server = yield* startServer(line.settings)
  yield* Effect.repeat(Effect.sync(line.statements), {
    until: (said) =>
      ["FROM messages queue", "FROM flow_runs queue", "cluster_messages"].every(
        (part) => said.filter((one) => one.includes(part)).length > 6
      ),
    schedule: Schedule.spaced("50 millis")
  })
  const idle = new Set(line.statements())
  yield* server.end("SIGKILL")
  return idle
}).pipe(Effect.scoped)

/** A moment to kill a server: before the database receives a statement, or after it, before the server receives the response. */
export interface Failpoint {
  readonly at: StatementPosition
  readonly when: "before" | "after"
}

/** A server; `arm` starts counting towards the failpoint, at which it gets SIGKILL. */
interface Killable {
  readonly server: RunningServer
  readonly arm: Effect.Effect<void>
}

type StartKillable = (point: Failpoint) => Effect.Effect<Killable, never, Scope.Scope>

// Milliseconds until the kill, so that a response sent before its commit would be noticed.
const moment = 30

/** Kills at a statement seen by a proxy to PostgreSQL; the server itself is unchanged. */
export const killableOverProxy = Effect.fnUntraced(function* (direct: Settings, idle: ReadonlySet<string>) {
  const line = yield* startDatabaseProxy(direct)
  const start: StartKillable = Effect.fnUntraced(function* (point) {
    yield* line.strike(null)
    const server = yield* startServer(line.settings)
    let [over, timer] = [false, setTimeout(() => undefined)]
    const what = () => {
      if (!over) timer = setTimeout(() => process.kill(server.pid, "SIGKILL"), moment)
    }
    // A server that has ended must not be killed: its pid may be reused.
    const spare = Effect.sync(() => {
      over = true
      clearTimeout(timer)
    })
    yield* Effect.addFinalizer(() => spare)
    yield* Effect.forkScoped(Effect.andThen(server.ended, spare))
    return { server, arm: line.strike({ ...point, what, idle }) }
  })
  return start
})

/** The configuration of `signalled.ts`: failpoint, signal, statements not counted, and whether it counts from the start. */
export interface SignalConfig {
  readonly point: Failpoint
  readonly signal: "SIGKILL" | "SIGTERM"
  readonly idle: ReadonlyArray<string>
  readonly armed: boolean
}

/** Settings of a server that gets a signal at a statement to its embedded database. */
export const withSignalAt = (settings: Settings, signalled: SignalConfig): Settings => ({
  ...settings,
  SIGNALLED: JSON.stringify(signalled),
  NODE_OPTIONS: `--import=${join(import.meta.dirname, "signalled.ts")}`
})

/** Kills at a statement to the embedded database. */
export const killableEmbedded =
  (direct: Settings, idle: ReadonlySet<string>): StartKillable =>
  (point) =>
    Effect.map(
      startServer(withSignalAt(direct, { point, signal: "SIGKILL", idle: [...idle], armed: false })),
      (server) => ({ server, arm: Effect.sync(() => process.kill(server.pid, "SIGUSR2")) })
    )
