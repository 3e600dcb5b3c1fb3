import { Effect } from "effect"
import { execFile, spawn } from "node:child_process"
import { once } from "node:events"
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { connect } from "node:net"
import { tmpdir, userInfo } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { freePort } from "../database/postgres.ts"
import { eventually } from "../faults/eventually.ts"

/** Where a relay passes mail on: domains by the port of their server on this machine. */
type Routes = Readonly<Record<string, number>>

const isRoot = userInfo().uid === 0
const postfix = "/usr/sbin/postfix"
const exim = "/usr/sbin/exim4"

/** Whether Postfix can be started here: it needs to be installed, and root. */
export const hasPostfix = isRoot && existsSync(postfix)

const directory = Effect.acquireRelease(
  Effect.sync(() => {
    const path = mkdtempSync(join(tmpdir(), "tally-relay-"))
    chmodSync(path, 0o755)
    return path
  }),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
)

const listens = (port: number) =>
  eventually(
    Effect.callback<boolean>((resume) => {
      const socket = connect({ host: "127.0.0.1", port })
      const ends = (holds: boolean) => () => {
        socket.destroy()
        resume(Effect.succeed(holds))
      }
      socket.once("connect", ends(true))
      socket.once("error", ends(false))
    })
  )

const idOf = (user: string, kind: "-u" | "-g") =>
  Effect.promise(async () => Number((await promisify(execFile)("id", [kind, user])).stdout))

const postfixServices = `pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
flush unix n - n 1000? 0 flush
proxymap unix - - n - - proxymap
smtp unix - - n - - smtp
error unix - - n - - error
retry unix - - n - - error
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
postlog unix-dgram n - n - 1 postlogd`

/** A Postfix of its own on a free port, which takes all mail and passes it on by `routes`. Stopped with the scope. */
export const startPostfix = Effect.fnUntraced(function* (routes: Routes) {
  const [path, port] = [yield* directory, yield* Effect.promise(freePort)]
  const etc = join(path, "etc")
  for (const name of ["etc", "spool", "data"]) mkdirSync(join(path, name))
  chownSync(join(path, "data"), yield* idOf("postfix", "-u"), yield* idOf("postfix", "-g"))
  const transports = Object.entries(routes).map(([domain, to]) => `{ ${domain} = smtp:[127.0.0.1]:${to} }`)
  writeFileSync(
    join(etc, "main.cf"),
    `compatibility_level = 3.6
queue_directory = ${path}/spool
data_directory = ${path}/data
command_directory = /usr/sbin
daemon_directory = /usr/lib/postfix/sbin
maillog_file = ${path}/log
maillog_file_prefixes = ${path}
myhostname = relay.example
mydestination =
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
mynetworks = 127.0.0.0/8
smtpd_relay_restrictions = permit_mynetworks, reject
alias_maps =
alias_database =
notify_classes =
smtp_tls_security_level = none
transport_maps = inline:{ ${transports.join(" ")} }
`
  )
  writeFileSync(join(etc, "master.cf"), `127.0.0.1:${port} inet n - n - - smtpd\n${postfixServices}\n`)
  const run = (command: string) => Effect.promise(() => promisify(execFile)(postfix, ["-c", etc, command]))
  yield* Effect.acquireRelease(run("start"), () => Effect.ignore(Effect.exit(run("stop"))))
  yield* listens(port)
  return `smtp://127.0.0.1:${port}`
})

/** An Exim of its own, likewise. An address of any other domain is unrouteable to it. */
export const startExim = Effect.fnUntraced(function* (routes: Routes) {
  const [path, port] = [yield* directory, yield* Effect.promise(freePort)]
  for (const name of ["spool", "log"]) {
    mkdirSync(join(path, name))
    chownSync(join(path, name), yield* idOf("Debian-exim", "-u"), yield* idOf("Debian-exim", "-g"))
  }
  const names = Object.entries(routes).map(([domain, to], at) => ({ domain, to, name: `route${at}` }))
  const settings = join(path, "exim.conf")
  writeFileSync(
    settings,
    `primary_hostname = relay.example
spool_directory = ${path}/spool
log_file_path = ${path}/log/%slog
pid_file_path = ${path}/spool/exim.pid
daemon_smtp_ports = ${port}
local_interfaces = 127.0.0.1
tls_advertise_hosts =
keep_environment =
acl_smtp_rcpt = take
begin acl
take:
  accept
begin routers
${names.map(({ domain, name }) => `${name}:\n  driver = manualroute\n  domains = ${domain}\n  transport = ${name}\n  route_list = * 127.0.0.1\n  self = send`).join("\n")}
begin transports
${names.map(({ to, name }) => `${name}:\n  driver = smtp\n  port = ${to}\n  allow_localhost\n  hosts_avoid_tls = *`).join("\n")}
begin retry
* * F,1h,10m
`
  )
  const child = yield* Effect.acquireRelease(
    Effect.sync(() => spawn(exim, ["-C", settings, "-bdf"], { stdio: "ignore" })),
    (started) =>
      Effect.promise(async () => {
        if (started.exitCode !== null || started.signalCode !== null) return
        started.kill("SIGTERM")
        await once(started, "exit")
      })
  )
  void child
  yield* listens(port)
  return `smtp://127.0.0.1:${port}`
})
