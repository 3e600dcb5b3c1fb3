import { Effect } from "effect"
import { once } from "node:events"
import { connect, createServer, type Socket } from "node:net"
import type { Settings } from "./databases.ts"
import { freePort } from "./postgres.ts"

/** A way to the database that a test can cut. */
export interface Line {
  readonly settings: Settings
  /** Drops every connection and refuses new ones. */
  readonly cut: Effect.Effect<void>
  /** Lets nothing through any more, in either direction, without closing anything. */
  readonly hold: Effect.Effect<void>
  /** Makes the line good again; what was held is dropped. */
  readonly mend: Effect.Effect<void>
}

/** Settings that reach the same database through a line of their own, which ends with the scope. */
export const lineTo = Effect.fnUntraced(function* (settings: Settings) {
  const target = new URL(settings["DATABASE_URL"] ?? "")
  const port = yield* Effect.promise(freePort)
  const sockets = new Set<Socket>()
  let held = false
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname)
    for (const [from, to] of [
      [near, far],
      [far, near]
    ] as const) {
      sockets.add(from)
      from.on("data", (chunk) => held || to.write(chunk))
      from.on("error", () => to.destroy())
      from.on("close", () => {
        sockets.delete(from)
        to.destroy()
      })
    }
  })
  const open = async () => {
    server.listen(port, "127.0.0.1")
    await once(server, "listening")
  }
  const drop = () => sockets.forEach((socket) => socket.destroy())
  const cut = Effect.promise(async () => {
    if (!server.listening) return
    const closed = once(server, "close")
    server.close()
    drop()
    await closed
  })
  yield* Effect.acquireRelease(Effect.promise(open), () => cut)
  const proxied = new URL(target)
  proxied.port = String(port)
  return {
    settings: { ...settings, DATABASE_URL: proxied.href },
    cut,
    hold: Effect.sync(() => {
      held = true
    }),
    mend: Effect.promise(async () => {
      held = false
      drop()
      if (!server.listening) await open()
    })
  } satisfies Line
})
