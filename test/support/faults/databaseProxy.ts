import { Effect } from "effect"
import { once } from "node:events"
import { connect, createServer, type Socket } from "node:net"
import type { Settings } from "../database/databases.ts"
import { frameDecoder, isStatementAt, workDetector } from "./frames.ts"
import { freePort } from "../database/postgres.ts"

/** A statement of work: the so many-th from now on, or the first that has such a piece. */
export type StatementPosition = number | string

/** Something to happen at a statement, before the database sees it or before its answer is seen. */
interface Strike {
  readonly at: StatementPosition
  readonly when: "before" | "after"
  /** Drops that connection, the connections of all, or does what it says while the connection stands still. */
  readonly what: "drop" | "cut" | (() => void)
  /** What the service asks anyway; it is not counted. */
  readonly idle: ReadonlySet<string>
}

/** A way to the database that a test can make bad. */
export interface DatabaseProxy {
  readonly settings: Settings
  /** Drops every connection and refuses new ones. */
  readonly cut: Effect.Effect<void>
  /** Ends every connection by a reset; new ones are let in. */
  readonly reset: Effect.Effect<void>
  /** Lets nothing through any more, in either direction, without closing anything. */
  readonly hold: Effect.Effect<void>
  /** Makes everything so many milliseconds late. */
  readonly slow: (milliseconds: number) => Effect.Effect<void>
  /** Lets so many more bytes through to the database, then resets every connection, in the middle of a message or not. */
  readonly slice: (bytes: number) => Effect.Effect<void>
  /** Makes the line good again; what was held is dropped. */
  readonly mend: Effect.Effect<void>
  /** Counts from now on, and strikes once. Null stops that, and forgets `statements`. */
  readonly strike: (strike: Strike | null) => Effect.Effect<void>
  /** Whether it has struck since. */
  readonly struck: () => boolean
  /** How many statements of work it has counted since. */
  readonly counted: () => number
  /** All statements since the last `strike`, in the order they came. */
  readonly statements: () => ReadonlyArray<string>
  /** What connections were told to keep prepared. */
  readonly prepared: () => ReadonlyArray<string>
}

/** Settings that reach the same database through a line of their own, which ends with the scope. */
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
