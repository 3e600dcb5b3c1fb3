import { Effect } from "effect"
import { once } from "node:events"
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http"
import type { Server } from "node:net"
import { text } from "node:stream/consumers"
import { SMTPServer } from "smtp-server"

const portOf = (address: ReturnType<Server["address"]>): number => {
  if (typeof address !== "object" || address === null) throw new Error("Not listening")
  return address.port
}

/** Received items, and a way to wait for them. */
const inbox = <A>() => {
  const received: Array<A> = []
  const waiting = new Set<() => void>()
  return {
    received,
    add: (one: A) => {
      received.push(one)
      for (const look of waiting) look()
    },
    /** Waits until `count` of a kind have arrived. */
    arrived: (count: number, kind: (one: A) => boolean = () => true) =>
      Effect.callback<void>((resume) => {
        const look = () => {
          if (received.filter(kind).length < count) return
          waiting.delete(look)
          resume(Effect.void)
        }
        waiting.add(look)
        look()
        return Effect.sync(() => waiting.delete(look))
      })
  }
}

/** A received mail: the name that the sender greeted with, the envelope's sender and recipient, and the raw text. */
export interface ReceivedMail {
  readonly greeting: string
  readonly from: string
  readonly to: string
  readonly raw: string
}

/** An SMTP server's answer: undefined accepts, a code refuses. */
type SmtpAnswer = number | readonly [code: number, words: string] | undefined

const refusal = (answer: SmtpAnswer): Error | null => {
  const [responseCode, words] = typeof answer === "object" ? answer : [answer, "No"]
  return responseCode === undefined ? null : Object.assign(new Error(words), { responseCode })
}

/**
 * A real SMTP server with its answers to `MAIL FROM`, to a recipient and to the content. `drops` closes the connection on a
 * recipient, and `dropsReply` once it has a mail; `tls` offers STARTTLS with a certificate that nobody trusts. `taking` is awaited before a mail is acknowledged;
 * meanwhile the server sends a continuation line every second.
 */
export const mailServer = (
  options: {
    readonly sender?: () => SmtpAnswer
    readonly recipient?: (address: string) => SmtpAnswer
    readonly content?: (mail: ReceivedMail) => SmtpAnswer
    readonly drops?: (address: string) => boolean
    readonly dropsReply?: (mail: ReceivedMail) => boolean
    readonly tls?: boolean
    readonly taking?: (mail: ReceivedMail) => Promise<void>
  } = {}
) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const { add, ...kept } = inbox<ReceivedMail>()
      const server = new SMTPServer({
        authOptional: true,
        closeTimeout: 100,
        disabledCommands: options.tls === true ? ["AUTH"] : ["AUTH", "STARTTLS"],
        onMailFrom: (_address, _session, callback) => callback(refusal(options.sender?.())),
        onRcptTo: ({ address }, session, callback) => {
          if (options.drops?.(address) === true) {
            ;[...server.connections].find(({ id }) => id === session.id)?._socket.destroy()
            return
          }
          callback(refusal(options.recipient?.(address)))
        },
        onData: (stream, session, callback) => {
          const take = async () => {
            const { mailFrom, rcptTo } = session.envelope
            const from = mailFrom === false ? "" : mailFrom.address
            const greeting = String(session.hostNameAppearsAs)
            const mail = { greeting, from, to: rcptTo[0]?.address ?? "", raw: await text(stream) }
            add(mail)
            if (options.dropsReply?.(mail) === true) {
              ;[...server.connections].find(({ id }) => id === session.id)?._socket.destroy()
              return
            }
            const waited = options.taking?.(mail)
            if (waited !== undefined) {
              const socket = [...server.connections].find(({ id }) => id === session.id)?._socket
              // A continuation line keeps a sender with an idle timeout waiting.
              const awake = setInterval(() => socket?.writable && socket.write("250-Still at it\r\n"), 1_000)
              await waited.finally(() => clearInterval(awake))
            }
            callback(refusal(options.content?.(mail)))
          }
          // A sender may be killed in the middle of a mail.
          take().catch(callback)
        }
      })
      // A killed sender resets its connection, which the receiver ignores.
      server.on("error", () => undefined)
      server.listen(0, "127.0.0.1")
      await once(server.server, "listening")
      return { server, ...kept, url: `smtp://127.0.0.1:${portOf(server.server.address())}` }
    }),
    ({ server }) => Effect.promise(() => new Promise<void>((resolve) => server.close(() => resolve())))
  )

/** A received request. */
interface ReceivedRequest {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** A real HTTP server that responds by `answer`; without an end, the response hangs. */
export const httpServer = (
  answer: (response: ServerResponse, request: ReceivedRequest) => void = (response) => response.writeHead(200).end("{}")
) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const { add, ...kept } = inbox<ReceivedRequest>()
      const server = createServer((incoming, response) => {
        const take = async () => {
          const { method = "", url = "", headers } = incoming
          const request = { method, path: url, headers, body: await text(incoming) }
          add(request)
          answer(response, request)
        }
        void take()
      }).listen(0, "127.0.0.1")
      await once(server, "listening")
      return { server, ...kept, port: portOf(server.address()), url: `http://127.0.0.1:${portOf(server.address())}` }
    }),
    ({ server }) =>
      Effect.promise(async () => {
        server.closeAllConnections()
        server.close()
        await once(server, "close")
      })
  )
