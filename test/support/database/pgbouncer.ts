import { Effect } from "effect"
import { spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { mkdir, writeFile } from "node:fs/promises"
import { connect } from "node:net"
import { join } from "node:path"
import { userInfo } from "node:os"
import { inject } from "vitest"
import { eventually } from "../faults/eventually.ts"
import type { Settings } from "./databases.ts"
import { freePort } from "./postgres.ts"

/** Why suites with pgbouncer are left out; undefined where it is installed. */
export const noPgbouncer =
  spawnSync("pgbouncer", ["--version"]).error === undefined ? undefined : "pgbouncer is not installed"

const isOpen = (port: number) =>
  Effect.promise(
    () =>
      new Promise<boolean>((resolve) => {
        const socket = connect(port, "127.0.0.1", () => {
          socket.destroy()
          resolve(true)
        })
        socket.once("error", () => resolve(false))
      })
  )

/** A pgbouncer before the database of the settings, with lines of its configuration; ended with the scope. Gives the settings to reach it. */
export const startPgbouncer = Effect.fnUntraced(function* (settings: Settings, lines: ReadonlyArray<string>) {
  const { hostname, port, pathname, username } = new URL(settings["DATABASE_URL"] ?? "")
  const own = yield* Effect.promise(freePort)
  const directory = join(inject("scratch"), `pgbouncer${own}`)
  const file = join(directory, "pgbouncer.ini")
  yield* Effect.promise(async () => {
    await mkdir(directory, { mode: 0o755 })
    await writeFile(
      file,
      [
        "[databases]",
        `* = host=${hostname} port=${port} user=${username}`,
        "[pgbouncer]",
        "listen_addr = 127.0.0.1",
        `listen_port = ${own}`,
        "unix_socket_dir =",
        "auth_type = any",
        ...lines,
        ""
      ].join("\n"),
      { mode: 0o644 }
    )
  })
  // It refuses to run as root.
  const lent = userInfo().uid === 0 ? { uid: 65_534, gid: 65_534 } : {}
  yield* Effect.acquireRelease(
    Effect.sync(() => spawn("pgbouncer", [file], { ...lent, cwd: "/", stdio: "ignore" })),
    (child) =>
      Effect.promise(async () => {
        const ended = once(child, "exit")
        if (child.exitCode === null && child.kill("SIGKILL")) await ended
      })
  )
  yield* eventually(isOpen(own))
  return { ...settings, DATABASE_URL: `postgres://${username}@127.0.0.1:${own}${pathname}` }
})
