import { Effect, Schedule, type Scope } from "effect"
import { join } from "node:path"
import { firstStart } from "../../../src/programs/accounts/FirstStart.ts"
import { FirstStartLayer, operator } from "../browser/dashboard.ts"
import { postgres, type Settings, withDatabase } from "../database/databases.ts"
import { type RunningServer, startServer } from "./processes.ts"
import { type StatementPosition, startDatabaseProxy } from "./databaseProxy.ts"

/** What a server asks its database when nobody asks it anything: all it says until it has looked for work three times. */
export const idleStatements = Effect.gen(function* () {
  const direct = yield* postgres
  // On a database without people a start makes an account and a link, which is work wherever else it is done.
  yield* firstStart(operator).pipe(Effect.provide(FirstStartLayer), withDatabase(direct))
  const line = yield* startDatabaseProxy(direct)
  const server = yield* startServer(line.settings)
  yield* Effect.repeat(Effect.sync(line.statements), {
    until: (said) =>
      ["UPDATE messages", "UPDATE flow_runs", "cluster_messages"].every(
        (part) => said.filter((one) => one.includes(part)).length > 6
      ),
    schedule: Schedule.spaced("50 millis")
  })
  const idle = new Set(line.statements())
  yield* server.end("SIGKILL")
  return idle
}).pipe(Effect.scoped)

/** When a server dies: before the database sees a statement, or after, before the server sees the answer. */
export interface Failpoint {
  readonly at: StatementPosition
  readonly when: "before" | "after"
}

/** A server, and what makes it die by SIGKILL at its point, counted from then on. */
interface Killable {
  readonly server: RunningServer
  readonly arm: Effect.Effect<void>
}

type StartKillable = (point: Failpoint) => Effect.Effect<Killable, never, Scope.Scope>

// A moment before it dies: an answer that went out before its commit is seen, and then missed.
const moment = 30

/** Over the wire to PostgreSQL: nothing in the server knows of it. */
export const killableOverProxy = Effect.fnUntraced(function* (direct: Settings, idle: ReadonlySet<string>) {
  const line = yield* startDatabaseProxy(direct)
  const start: StartKillable = Effect.fnUntraced(function* (point) {
    yield* line.strike(null)
    const server = yield* startServer(line.settings)
    let [over, timer] = [false, setTimeout(() => undefined)]
    const what = () => {
      if (!over) timer = setTimeout(() => process.kill(server.pid, "SIGKILL"), moment)
    }
    // A server that ends meanwhile, or is ended, is no longer there to be killed.
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

/** What `signalled.ts` does in a program: the statements that are not counted, and whether it counts from the start. */
export interface SignalConfig {
  readonly point: Failpoint
  readonly signal: "SIGKILL" | "SIGTERM"
  readonly idle: ReadonlyArray<string>
  readonly armed: boolean
}

/** The settings of a server that is sent a signal at a statement to the database that lives in it. */
export const withSignalAt = (settings: Settings, signalled: SignalConfig): Settings => ({
  ...settings,
  SIGNALLED: JSON.stringify(signalled),
  NODE_OPTIONS: `--import=${join(import.meta.dirname, "signalled.ts")}`
})

/** The same for a database that lives in the server. */
export const killableEmbedded =
  (direct: Settings, idle: ReadonlySet<string>): StartKillable =>
  (point) =>
    Effect.map(
      startServer(withSignalAt(direct, { point, signal: "SIGKILL", idle: [...idle], armed: false })),
      (server) => ({ server, arm: Effect.sync(() => process.kill(server.pid, "SIGUSR2")) })
    )
