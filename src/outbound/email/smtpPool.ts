import { createTransport } from "nodemailer"
import { Config, Schema } from "effect"
import { lookup } from "node:dns"
import { connect, isIP, type Socket } from "node:net"
import { Readable } from "node:stream"
import type { SmtpServer } from "../../domain/senders/SmtpServer.ts"
import { isPublicAddress } from "../webhooks/publicAddress.ts"
import { notPublic, publicLookup } from "../webhooks/publicLookup.ts"

/** Connections to one mail server, and so the mails sent through it at once. */
export const smtpConnections = Config.schema(
  Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 256 })),
  "SMTP_CONNECTIONS"
).pipe(Config.withDefault(16))

/**
 * RFC 5321 §4.5.3.2, in milliseconds. The library has one timeout for all replies after the greeting, so all have the longest: ten
 * minutes, which the reply to a mail may take. `connecting` also covers the greeting, for which the RFC has five minutes.
 */
const timeouts = { connecting: 300_000, greeting: 300_000, reply: 600_000, accountConnect: 30_000 } as const

const limits = {
  pool: true,
  maxRequeues: 0,
  connectionTimeout: timeouts.connecting,
  greetingTimeout: timeouts.greeting,
  socketTimeout: timeouts.reply,
  // Idle connections are closed before the server does so.
  idleTimeout: 60_000,
  disableFileAccess: true,
  disableUrlAccess: true
} as const

/** Pooled connections to one mail server. */
export type SmtpPool = ReturnType<typeof processPool>

/** How a pool greets, and how many connections it has. */
export interface PoolSettings {
  /** The name that the server is greeted with. */
  readonly name: string
  readonly maxConnections: number
}

/** Connections to the mail server of the process, whose address the operator sets. */
export const processPool = (url: string, settings: PoolSettings) =>
  observed(createTransport({ url, ...limits, ...settings }))

/** By the signal of a mail: called once its end has been handed to the connection, so that the server may have taken it. */
const observers = new WeakMap<AbortSignal, () => void>()

/** Calls `written` once the end of the mail that is sent with the signal has been handed to the connection. */
export const onWritten = (signal: AbortSignal, written: () => void): void => void observers.set(signal, written)

// The stream of a mail ends when its last part was read by the connection, which happens after the server asked for it. All mails are bytes,
// which need none of the library's streams before it.
const observed = <Pool extends ReturnType<typeof createTransport>>(pool: Pool): Pool => {
  pool.use("stream", ({ data: { raw, signal }, message }, done) => {
    const written = signal === undefined ? undefined : observers.get(signal)
    if (!Buffer.isBuffer(raw)) return done(new Error("A mail is given as bytes"))
    message.createReadStream = () => {
      const stream = new Readable({
        read: () => {
          stream.push(raw)
          stream.push(null)
        }
      })
      return written === undefined ? stream : stream.once("end", written)
    }
    done()
  })
  return pool
}

/** Connects to a host all of whose addresses are public. The socket uses the address that was checked (DNS rebinding). */
const connectPublic = ({ host, port }: SmtpServer, done: (error: Error | null, socket?: Socket) => void) => {
  if (isIP(host) !== 0 && !isPublicAddress(host)) return done(new Error(notPublic))
  const socket = connect({ host, port, lookup: publicLookup(lookup), timeout: timeouts.accountConnect })
  const failed = (error: Error) => {
    socket.destroy()
    done(error)
  }
  const timedOut = () => failed(new Error("The connection timed out"))
  socket.once("error", failed)
  socket.once("timeout", timedOut)
  socket.once("connect", () => {
    socket.off("error", failed)
    socket.off("timeout", timedOut)
    socket.setTimeout(0)
    done(null, socket)
  })
}

/**
 * Connections to the mail server of an account: with TLS always, and to public addresses alone. `allowsPrivate` lifts both, for tests
 * and for mail servers in the operator's own network.
 */
export const accountPool = (server: SmtpServer, allowsPrivate: boolean, settings: PoolSettings): SmtpPool =>
  observed(
    createTransport({
      ...limits,
      ...settings,
      host: server.host,
      port: server.port,
      secure: server.secure,
      requireTLS: !server.secure && !allowsPrivate,
      ...(server.user === null ? {} : { auth: { user: server.user, pass: server.password } }),
      ...(allowsPrivate
        ? {}
        : {
            getSocket: (_options: unknown, done: (error: Error | null, found?: { connection: Socket }) => void) =>
              connectPublic(server, (error, connection) =>
                connection === undefined ? done(error) : done(null, { connection })
              )
          })
    })
  )
