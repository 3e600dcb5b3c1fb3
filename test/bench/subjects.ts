import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"

/** A server under test in its own process. */
export interface Subject {
  readonly port: number
  readonly pid: number
  readonly stop: () => Promise<void>
  /** Ends the process at once, as a crash does. */
  readonly kill: () => Promise<void>
}

interface Start {
  readonly port: number
  readonly env: Readonly<Record<string, string>>
  /** Additional Node options, for profiles. */
  readonly node?: ReadonlyArray<string>
}

const running = new Set<ChildProcess>()
process.on("exit", () => running.forEach((child) => child.kill("SIGKILL")))

/** The key of every server. */
export const encryptionKey = "ab".repeat(32)

const start = async (script: string, { port, env, node = [] }: Start): Promise<Subject> => {
  const child = spawn(process.execPath, [...node, script], {
    env: {
      PATH: process.env["PATH"],
      NODE_ENV: "production",
      PORT: String(port),
      LOG_LEVEL: "Warn",
      ENCRYPTION_KEY: encryptionKey,
      // Thousands of callers share one address.
      TRUST_PROXY: "127.0.0.1",
      ...env
    },
    stdio: ["ignore", "pipe", "inherit"]
  })
  running.add(child)
  child.stdout.resume()
  const ended = once(child, "exit").finally(() => running.delete(child))
  for (let tries = 0; ; tries++) {
    const ready = await fetch(`http://127.0.0.1:${port}/health/live`, { signal: AbortSignal.timeout(2_000) }).then(
      ({ ok }) => ok,
      () => false
    )
    if (ready) break
    if (tries > 1_200 || child.exitCode !== null) throw new Error(`${script} did not start`)
    await sleep(100)
  }
  return {
    port,
    pid: child.pid ?? 0,
    stop: async () => {
      child.kill("SIGTERM")
      await ended
    },
    kill: async () => {
      child.kill("SIGKILL")
      await ended
    }
  }
}

const root = join(import.meta.dirname, "../..")

/** Starts the build in `from`. */
export const startOurs = (options: Start, from = root): Promise<Subject> => start(join(from, "dist/main.js"), options)

export const startPeer = (name: "fastify" | "keeper", options: Start): Promise<Subject> =>
  start(join(import.meta.dirname, `peers/${name}.ts`), options)
