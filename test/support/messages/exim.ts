import { Effect, Schedule } from "effect"
import { spawn, spawnSync } from "node:child_process"
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { connect, createServer } from "node:net"
import { once } from "node:events"
import { tmpdir } from "node:os"
import { join } from "node:path"

const binary = "/usr/sbin/exim4"

// A program whose libraries are missing ends with 127.
/** Whether Debian's exim4-daemon-light is installed with its libraries, and this process may start it. */
export const hasExim =
  existsSync(binary) && process.getuid?.() === 0 && spawnSync(binary, ["-bV"], { stdio: "ignore" }).status !== 127

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  server.close()
  return typeof address === "object" && address !== null ? address.port : 0
}

// Exim's own words for relaying, unknown users and sender verification, as its default configuration has them.
const configuration = (directory: string, port: number) => `
primary_hostname = mx.exim.test
local_interfaces = <; 127.0.0.1
daemon_smtp_ports = ${port}
spool_directory = ${directory}/spool
log_file_path = ${directory}/%slog
pid_file_path = ${directory}/exim.pid
keep_environment =
host_lookup =
rfc1413_query_timeout = 0s
domainlist local_domains = here.example
acl_smtp_rcpt = acl_rcpt
acl_smtp_data = acl_data
begin acl
acl_rcpt:
  require message = Sender verify failed
          condition = \${if match{$sender_address}{@unverified\\\\.example\\$}{no}{yes}}
  accept domains = +local_domains
         local_parts = ada : bob : eve
  deny domains = +local_domains
       message = Unrouteable address
  deny message = relay not permitted
acl_data:
  accept
begin routers
taken:
  driver = redirect
  data = :blackhole:
begin transports
`

/** A real Exim on this machine that takes mail for ada, bob and eve at here.example and relays none. Requires `hasExim`. */
export const exim = Effect.acquireRelease(
  Effect.promise(async () => {
    const directory = mkdtempSync(join(tmpdir(), "tally-exim-"))
    const port = await freePort()
    mkdirSync(join(directory, "spool"))
    spawnSync("chown", ["-R", "Debian-exim:Debian-exim", directory])
    chmodSync(directory, 0o755)
    const file = join(directory, "exim.conf")
    writeFileSync(file, configuration(directory, port), { mode: 0o644 })
    return {
      directory,
      url: `smtp://127.0.0.1:${port}?ignoreTLS=true`,
      port,
      child: spawn(binary, ["-C", file, "-bdf"])
    }
  }),
  ({ child, directory }) =>
    Effect.promise(async () => {
      child.kill()
      await once(child, "exit")
      rmSync(directory, { recursive: true, force: true })
    })
).pipe(
  Effect.tap(({ port }) =>
    Effect.tryPromise(async () => {
      const socket = connect(port, "127.0.0.1")
      await once(socket, "connect")
      socket.destroy()
    }).pipe(Effect.retry(Schedule.spaced("50 millis")), Effect.timeout("2 minutes"), Effect.orDie)
  )
)
