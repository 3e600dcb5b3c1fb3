import { Effect } from "effect"
import { once } from "node:events"
import { connect, createServer, type Socket } from "node:net"
import type { Settings } from "../database/databases.ts"
import { frameDecoder, isStatementAt, workDetector } from "./frames.ts"
import { freePort } from "../database/postgres.ts"

/** A statement that does work: the n-th from now on, or the first that contains the text. */
export type StatementPosition = number | string

/** A fault at a statement, before the database receives it or before its response is delivered. */
interface Strike {
  readonly at: StatementPosition
  readonly when: "before" | "after"
  /** Drops that connection ("drop"), all connections ("cut"), or runs a function while the connection is blocked. */
  readonly what: "drop" | "cut" | (() => void)
  /** Polling statements of the service, not counted. */
  readonly idle: ReadonlySet<string>
}

/** A TCP proxy to the database that injects faults. */
export interface DatabaseProxy {
  readonly settings: Settings
  /** Drops every connection and refuses new ones. */
  readonly cut: Effect.Effect<void>
  /** Resets every connection; new ones are accepted. */
  readonly reset: Effect.Effect<void>
  /** Forwards nothing in either direction, without closing connections. */
  readonly hold: Effect.Effect<void>
  /** Delays all data by that many milliseconds. */
  readonly slow: (milliseconds: number) => Effect.Effect<void>
  /** Forwards that many more bytes to the database, then resets every connection, possibly within a message. */
  readonly slice: (bytes: number) => Effect.Effect<void>
  /** Removes all faults; held connections are dropped. */
  readonly mend: Effect.Effect<void>
  /** Starts counting, and injects the fault once. Null stops that, and clears `statements`. */
  readonly strike: (strike: Strike | null) => Effect.Effect<void>
  /** Whether the fault was injected since. */
  readonly struck: () => boolean
  /** The number of work statements since. */
  readonly counted: () => number
  /** All statements since the last `strike`, in order. */
  readonly statements: () => ReadonlyArray<string>
  /** The statements prepared by name. */
  readonly prepared: () => ReadonlyArray<string>
}

/** Starts a proxy to the database of the settings, closed with the scope. */
export const startDatabaseProxy = Effect.fnUntraced(function* (settings: Settings) {
  const target = new URL(settings["DATABASE_URL"] ?? "")
  const port = yield* Effect.promise(freePort)
  const sockets = new Set<Socket>()
  let [held, late, room] = [false, 0, Infinity]
  let strike: Strike | null = null
  let statements: Array<string> = []
  const prepared: Array<string> = []
  let [count, done] = [0, false]

  const drop = () => sockets.forEach((socket) => socket.destroy())
  const reset = () => sockets.forEach((socket) => socket.resetAndDestroy())
  const pass = (to: Socket, bytes: Buffer) => {
    if (late === 0) to.write(bytes)
    else setTimeout(() => to.writable && to.write(bytes), late)
  }
  const pipe = (from: Socket, to: Socket, data: (chunk: Buffer) => void) => {
    sockets.add(from)
    from.on("data", (chunk: Buffer) => held || data(chunk))
    from.on("error", () => to.destroy())
    from.on("close", () => {
      sockets.delete(from)
      to.destroy()
    })
  }

  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname)
    const cutUp = frameDecoder()
    const isWork = workDetector(() => strike?.idle ?? new Set())
    let struck: Strike | null = null
    const hit = ({ what }: Strike) => {
      if (what === "cut") drop()
      else if (what === "drop") near.destroy()
      else what()
    }
    pipe(near, far, (chunk) => {
      if (chunk.length > room) {
        far.write(chunk.subarray(0, room), reset)
        room = Infinity
        return
      }
      room -= chunk.length
      const through: Array<Buffer> = []
      for (const { bytes, statement, prepared: kept } of cutUp(chunk)) {
        if (kept !== null) prepared.push(kept)
        if (statement !== null) statements.push(statement)
        if (
          statement !== null &&
          strike !== null &&
          isWork(statement) &&
          isStatementAt(strike.at, ++count, statement)
        ) {
          struck = strike
          strike = null
          done = true
          if (struck.when === "before") hit(struck)
        }
        if (struck?.when !== "before") through.push(bytes)
      }
      if (through.length > 0) pass(far, Buffer.concat(through))
    })
    pipe(far, near, (chunk) => {
      if (struck?.when === "after") hit(struck)
      else pass(near, chunk)
    })
  })
  const open = async () => {
    server.listen(port, "127.0.0.1")
    await once(server, "listening")
  }
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
    reset: Effect.sync(reset),
    hold: Effect.sync(() => {
      held = true
    }),
    slow: (milliseconds) =>
      Effect.sync(() => {
        late = milliseconds
      }),
    slice: (bytes) =>
      Effect.sync(() => {
        room = bytes
      }),
    mend: Effect.promise(async () => {
      ;[held, late, room, strike] = [false, 0, Infinity, null]
      drop()
      if (!server.listening) await open()
    }),
    strike: (next) =>
      Effect.sync(() => {
        ;[statements, count, done, strike] = [[], 0, false, next]
      }),
    struck: () => done,
    counted: () => count,
    statements: () => statements,
    prepared: () => prepared
  } satisfies DatabaseProxy
})
