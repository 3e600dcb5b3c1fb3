import { createTransport } from "nodemailer"
import { Config, Schema } from "effect"
import { lookup } from "node:dns"
import { connect, isIP, type Socket } from "node:net"
import type { SmtpServer } from "../../domain/messages/SmtpServer.ts"
import { isPublicAddress } from "../webhooks/publicAddress.ts"
import { notPublic, publicLookup } from "../webhooks/publicLookup.ts"

/** Connections to one mail server, and so the mails sent through it at once. */
export const smtpConnections = Config.schema(
  Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 256 })),
  "SMTP_CONNECTIONS"
).pipe(Config.withDefault(16))

const timeout = 10_000

const limits = {
  pool: true,
  maxRequeues: 0,
  connectionTimeout: timeout,
  greetingTimeout: timeout,
  socketTimeout: timeout,
  disableFileAccess: true,
  disableUrlAccess: true
} as const

/** Pooled connections to one mail server. */
export type SmtpPool = ReturnType<typeof processPool>

/** Connections to the mail server of the process, whose address the operator sets. */
export const processPool = (url: string, maxConnections: number) => createTransport({ url, maxConnections, ...limits })

// Connections of accounts that send seldom are closed soon.
const idleTimeout = 60_000

/** Connects to a host all of whose addresses are public. The socket uses the address that was checked (DNS rebinding). */
const connectPublic = ({ host, port }: SmtpServer, done: (error: Error | null, socket?: Socket) => void) => {
  if (isIP(host) !== 0 && !isPublicAddress(host)) return done(new Error(notPublic))
  const socket = connect({ host, port, lookup: publicLookup(lookup), timeout })
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
export const accountPool = (server: SmtpServer, allowsPrivate: boolean, maxConnections: number): SmtpPool =>
  createTransport({
    ...limits,
    maxConnections,
    idleTimeout,
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
