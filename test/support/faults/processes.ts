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

/** The built program in its own process. */
export interface RunningServer {
  readonly origin: string
  readonly pid: number
  /** Standard output and standard error so far. */
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

const built = join(import.meta.dirname, "../../../dist/main.js")

/** The program that a server runs. `TALLY_MAIN` names another build, for one process or for a whole run. */
export const mainOf = (settings: Settings) => settings["TALLY_MAIN"] ?? process.env["TALLY_MAIN"] ?? built

// No child outlives the test run.
const children = new Set<ChildProcess>()
process.on("exit", () => children.forEach((child) => child.kill("SIGKILL")))

// The compile cache saves a quarter of a start's time.
const spawned = (settings: Settings, port: number): ChildProcess =>
  spawn(process.execPath, [mainOf(settings)], {
    env: {
      PATH: process.env["PATH"],
      NODE_COMPILE_CACHE: join(inject("scratch"), "compiled"),
      PORT: String(port),
      LOG_LEVEL: "Warn",
      // The same time zones on every machine: Node's.
      TZDIR: "/dev/null",
      ...settings
    },
    stdio: ["ignore", "pipe", "pipe"]
  })

/** Starts `node dist/main.js` on the port of the settings or a free one, without waiting for it to be ready. It is killed with the scope. */
export const launch = (settings: Settings) =>
  Effect.gen(function* () {
    const port = Number(settings["PORT"] ?? (yield* Effect.promise(freePort)))
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

/** Waits for readiness; fails with the server's output when it ends or takes longer than five minutes. */
export const awaitReady = (server: RunningServer): Effect.Effect<void> =>
  Effect.tryPromise(async () => {
    const { ok } = await fetch(`${server.origin}/health/ready`, { signal: AbortSignal.timeout(60_000) })
    if (!ok) throw new Error("Not ready")
  }).pipe(
    Effect.retry(Schedule.spaced("50 millis")),
    Effect.timeout("5 minutes"),
    Effect.raceFirst(Effect.flatMap(server.ended, () => Effect.fail("It ended"))),
    Effect.catch(() => Effect.die(new Error(`The server did not get ready: ${server.output()}`)))
  )

/** Starts a server and waits for readiness. Needs the live clock. */
export const startServer = (settings: Settings) => Effect.tap(launch(settings), awaitReady)

/** Waits until a stopping server reports that it is not ready. */
export const awaitUnready = (origin: string) =>
  eventually(Effect.map(send(`${origin}/health/ready`), ({ status }) => status === 503))

/** Expects a start to fail; returns its exit status and output. */
export const refusedStart = Effect.fnUntraced(function* (settings: Settings) {
  const server = yield* launch(settings)
  if (Exit.isSuccess(yield* Effect.exit(awaitReady(server))))
    return yield* Effect.die(new Error("The server takes work"))
  return { ...(yield* server.ended), output: server.output() }
})

/** Peak resident memory of a process in MiB since its start, or since `resetPeakMemory`: an embedded start needs more than later work. */
export const peakMemory = (pid: number): number =>
  Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024
export const resetPeakMemory = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, "5")
