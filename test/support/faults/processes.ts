import { Effect, Exit, Schedule } from "effect"
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { inject } from "vitest"
import type { Settings } from "../database/databases.ts"
import { send } from "../http/http.ts"
import { freePort } from "../database/postgres.ts"
import { eventually } from "./eventually.ts"

/** The real program in a process of its own. */
export interface RunningServer {
  readonly origin: string
  readonly pid: number
  /** All it wrote so far, to both outputs. */
  readonly output: () => string
  /** Sends a signal and waits for the end. */
  readonly end: (signal: NodeJS.Signals) => Effect.Effect<ExitStatus>
  /** Waits for it to end by itself. */
  readonly ended: Effect.Effect<ExitStatus>
}

export interface ExitStatus {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

// `TALLY_MAIN` names another build, for one process or for a whole run.
const built = join(import.meta.dirname, "../../../dist/main.js")
const mainOf = (settings: Settings) => settings["TALLY_MAIN"] ?? process.env["TALLY_MAIN"] ?? built

// None outlives the run, whatever ends it.
const children = new Set<ChildProcess>()
process.on("exit", () => children.forEach((child) => child.kill("SIGKILL")))

// What V8 made of the code is kept for the next start, which is a quarter of what a start costs.
const spawned = (settings: Settings, port: number): ChildProcess =>
  spawn(process.execPath, [mainOf(settings)], {
    env: {
      PATH: process.env["PATH"],
      NODE_COMPILE_CACHE: join(inject("scratch"), "compiled"),
      PORT: String(port),
      LOG_LEVEL: "Warn",
      ...settings
    },
    stdio: ["ignore", "pipe", "pipe"]
  })

/** Starts `node dist/main.js` on a free port, without waiting for it to be ready. It is killed with the scope. */
export const launch = (settings: Settings) =>
  Effect.gen(function* () {
    const port = yield* Effect.promise(freePort)
    const child = yield* Effect.acquireRelease(
      Effect.sync(() => spawned(settings, port)),
      (started) =>
        Effect.promise(async () => {
          if (started.exitCode !== null || started.signalCode !== null) return
          started.kill("SIGKILL")
          await once(started, "exit")
        })
    )
    children.add(child)
    let written = ""
    child.stdout?.on("data", (chunk: Buffer) => (written += chunk.toString()))
    child.stderr?.on("data", (chunk: Buffer) => (written += chunk.toString()))
    const closed = once(child, "close")
    const ended = Effect.promise(async (): Promise<ExitStatus> => {
      await closed
      return { code: child.exitCode, signal: child.signalCode }
    })
    return {
      origin: `http://127.0.0.1:${port}`,
      pid: child.pid ?? 0,
      output: () => written,
      ended,
      end: (signal) =>
        Effect.andThen(
          Effect.sync(() => child.kill(signal)),
          ended
        )
    } satisfies RunningServer
  })

/** Waits until the server takes work; fails with its output when it ends or takes longer than two minutes. */
export const awaitReady = (server: RunningServer): Effect.Effect<void> =>
  Effect.tryPromise(async () => {
    const { ok } = await fetch(`${server.origin}/health/ready`, { signal: AbortSignal.timeout(5_000) })
    if (!ok) throw new Error("Not ready")
  }).pipe(
    Effect.retry(Schedule.spaced("50 millis")),
    Effect.timeout("2 minutes"),
    Effect.raceFirst(Effect.flatMap(server.ended, () => Effect.fail("It ended"))),
    Effect.catch(() => Effect.die(new Error(`The server did not get ready: ${server.output()}`)))
  )

/** A server that takes work. Needs the live clock. */
export const startServer = (settings: Settings) => Effect.tap(launch(settings), awaitReady)

/** Waits until a server that was told to stop says that it takes no more work. */
export const awaitUnready = (origin: string) =>
  eventually(Effect.map(send(`${origin}/health/ready`), ({ status }) => status === 503))

/** A start that is refused: how it ended, and all it wrote. Fails when the server takes work instead. */
export const refusedStart = Effect.fnUntraced(function* (settings: Settings) {
  const server = yield* launch(settings)
  if (Exit.isSuccess(yield* Effect.exit(awaitReady(server))))
    return yield* Effect.die(new Error("The server takes work"))
  return { ...(yield* server.ended), output: server.output() }
})

/** The most resident memory that a process ever had, in MiB, or since it was forgotten: a start with the embedded database takes more than any work after it. */
export const peakMemory = (pid: number): number =>
  Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024
export const resetPeakMemory = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, "5")
