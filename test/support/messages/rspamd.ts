import { Effect, Schedule } from "effect"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"

const binary = "/usr/bin/rspamd"

/** Whether Debian's rspamd is installed. */
export const hasRspamd = existsSync(binary)

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  server.close()
  return typeof address === "object" && address !== null ? address.port : 0
}

const off = "enabled = false;"

// Rules that ask other machines are off, and so is every worker but the one that scores mail. Compiling patterns of all top-level domains takes
// seven seconds of a processor.
const files = (directory: string, port: number): Readonly<Record<string, string>> => ({
  "options.inc": `dns { nameserver = ["127.0.0.1:9"]; timeout = 0.1s; retransmits = 1; } disable_hyperscan = true; url_tld = "${directory}/domains";`,
  "worker-normal.inc": `bind_socket = "127.0.0.1:${port}"; count = 1;`,
  ...Object.fromEntries(["controller", "proxy", "fuzzy"].map((worker) => [`worker-${worker}.inc`, off])),
  ...Object.fromEntries(["rbl", "surbl", "fuzzy_check", "phishing"].map((module) => [`${module}.conf`, off]))
})

/** A real Rspamd on this machine with Debian's rules, those aside that ask other machines. Requires `hasRspamd`. */
export const rspamd = Effect.acquireRelease(
  Effect.promise(async () => {
    const directory = mkdtempSync(join(tmpdir(), "tally-rspamd-"))
    const port = await freePort()
    const folders = { LOCAL_CONFDIR: "local", DBDIR: "db", RUNDIR: "run", LOGDIR: "log" }
    for (const folder of Object.values(folders)) mkdirSync(join(directory, folder))
    const settings = join(directory, "local", "local.d")
    mkdirSync(settings)
    for (const [name, content] of Object.entries(files(directory, port))) writeFileSync(join(settings, name), content)
    writeFileSync(join(directory, "domains"), "com\nexample\n")
    const places = Object.entries(folders).map(([name, folder]) => `--var=${name}=${join(directory, folder)}`)
    return {
      directory,
      url: `http://127.0.0.1:${port}`,
      child: spawn(binary, ["-f", "-i", ...places], { stdio: "ignore" })
    }
  }),
  ({ child, directory }) =>
    Effect.promise(async () => {
      const ended = once(child, "exit")
      child.kill()
      await ended
      rmSync(directory, { recursive: true, force: true })
    })
).pipe(
  Effect.tap(({ url }) =>
    Effect.tryPromise(async () => {
      const pong = await fetch(`${url}/ping`)
      if (!pong.ok) throw new Error("Not ready")
    }).pipe(Effect.retry(Schedule.spaced("50 millis")), Effect.timeout("2 minutes"), Effect.orDie)
  )
)
