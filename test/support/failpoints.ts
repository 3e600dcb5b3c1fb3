import { Effect, Schedule, type Scope } from "effect"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { inject } from "vitest"
import { buildWith, type Edit } from "../mutants/build.ts"
import { firstStart } from "../../src/programs/FirstStart.ts"
import { FirstStartLayer, operator } from "./dashboard.ts"
import { postgres, type Settings, withDatabase } from "./databases.ts"
import { type RunningServer, startServer } from "./processes.ts"
import { type At, lineTo } from "./proxy.ts"

/** What a server asks its database when nobody asks it anything: all it says until it has looked for work three times. */
export const idleStatements = Effect.gen(function* () {
  const direct = yield* postgres
  // On a database without people a start makes an account and a link, which is work wherever else it is done.
  yield* firstStart(operator).pipe(Effect.provide(FirstStartLayer), withDatabase(direct))
  const line = yield* lineTo(direct)
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
export interface Point {
  readonly at: At
  readonly when: "before" | "after"
}

/** A server, and what makes it die by SIGKILL at its point, counted from then on. */
interface Killable {
  readonly server: RunningServer
  readonly arm: Effect.Effect<void>
}

type StartKillable = (point: Point) => Effect.Effect<Killable, never, Scope.Scope>

// A moment before it dies: an answer that went out before its commit is seen, and then missed.
const moment = 30

/** Over the wire to PostgreSQL: nothing in the server knows of it. */
export const killableOver = Effect.fnUntraced(function* (direct: Settings, idle: ReadonlySet<string>) {
  const line = yield* lineTo(direct)
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

const inside: ReadonlyArray<Edit> = [
  {
    file: "store/EmbeddedStream.ts",
    from: 'import { Duplex } from "node:stream"',
    to: `import { readFileSync } from "node:fs"
import { Duplex } from "node:stream"
import { frames, isAt, workIn } from "./frames.ts"

const die = () => process.kill(process.pid, "SIGKILL")
const { point, idle } = JSON.parse(readFileSync(process.env["KILL_AT"] ?? "", "utf8"))
const known = new Set<string>(idle)`
  },
  {
    file: "store/EmbeddedStream.ts",
    from: "  const stream: Duplex =",
    to: `  const cut = frames()
  const isWork = workIn(() => known)
  let [armed, count] = [false, 0]
  process.on("SIGUSR2", () => (armed = true))
  const stream: Duplex =`
  },
  {
    file: "store/EmbeddedStream.ts",
    from: "      database\n",
    to: `      const statements = cut(Buffer.from(message)).flatMap(({ statement }) => statement ?? [])
      const dies = statements.filter((one) => isWork(one) && armed && isAt(point.at, ++count, one)).length > 0
      if (dies && point.when === "before") die()
      database
`
  },
  { file: "store/EmbeddedStream.ts", from: "(data) => void", to: "(data) => dies || void" },
  { file: "store/EmbeddedStream.ts", from: ".then(() => done(), done)", to: ".then(() => dies ? die() : done(), done)" }
]

/** A build that kills itself at a statement to the database that lives in it. */
export const killableInside = Effect.fnUntraced(function* (direct: Settings, idle: ReadonlySet<string>) {
  const KILL_AT = join(inject("scratch"), "point.json")
  const TALLY_MAIN = yield* Effect.sync(() =>
    buildWith("killed-at-a-statement", inside, { "store/frames.ts": join(import.meta.dirname, "frames.ts") })
  )
  const start: StartKillable = Effect.fnUntraced(function* (point) {
    writeFileSync(KILL_AT, JSON.stringify({ point, idle: [...idle] }))
    const server = yield* startServer({ ...direct, TALLY_MAIN, KILL_AT })
    return { server, arm: Effect.sync(() => process.kill(server.pid, "SIGUSR2")) }
  })
  return start
})
