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

/** What came in, and a way to wait for it. */
const inbox = <A>() => {
  const received: Array<A> = []
  const waiting = new Set<() => void>()
  return {
    received,
    add: (one: A) => {
      received.push(one)
      for (const look of waiting) look()
    },
    /** Waits until so many of a kind have come in. */
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

/** A mail as it came in: the envelope's recipient and the whole text. */
export interface ReceivedMail {
  readonly to: string
  readonly raw: string
}

/**
 * A real SMTP server. `recipient` says what it answers to an address: nothing takes it, a code with or without words refuses it. `taking` is what
 * it waits for before it says that it took a mail; meanwhile it says every second that it is still at it.
 */
export const mailServer = (
  options: {
    readonly recipient?: (address: string) => number | readonly [code: number, words: string] | undefined
    readonly taking?: (mail: ReceivedMail) => Promise<void>
  } = {}
) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const { add, ...kept } = inbox<ReceivedMail>()
      const server = new SMTPServer({
        authOptional: true,
        closeTimeout: 100,
        disabledCommands: ["AUTH", "STARTTLS"],
        onRcptTo: ({ address }, _session, callback) => {
          const answer = options.recipient?.(address)
          const [responseCode, words] = typeof answer === "object" ? answer : [answer, "No"]
          callback(responseCode === undefined ? null : Object.assign(new Error(words), { responseCode }))
        },
        onData: (stream, session, callback) => {
          const take = async () => {
            const mail = { to: session.envelope.rcptTo[0]?.address ?? "", raw: await text(stream) }
            add(mail)
            const waited = options.taking?.(mail)
            if (waited !== undefined) {
              const socket = [...server.connections].find(({ id }) => id === session.id)?._socket
              // A line that others follow: a sender that gives up after some silence waits on, however slow the machine.
              const awake = setInterval(() => socket?.writable && socket.write("250-Still at it\r\n"), 1_000)
              await waited.finally(() => clearInterval(awake))
            }
            callback(null)
          }
          // A sender may die in the middle of a mail.
          take().catch(callback)
        }
      })
      // A sender that is killed resets its connection, which is no issue of the receiver.
      server.on("error", () => undefined)
      server.listen(0, "127.0.0.1")
      await once(server.server, "listening")
      return { server, ...kept, url: `smtp://127.0.0.1:${portOf(server.server.address())}` }
    }),
    ({ server }) => Effect.promise(() => new Promise<void>((resolve) => server.close(() => resolve())))
  )

/** A request as it came in. */
interface ReceivedRequest {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** A real HTTP server that answers as `answer` says; an answer that is never ended hangs. */
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
