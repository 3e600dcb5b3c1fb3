import { Effect, Exit } from "effect"
import { SMTPServer, type SMTPServerDataStream } from "smtp-server"
import { addressNetwork } from "../../domain/capacity/addressNetwork.ts"
import { maxBounce } from "./parseBounce.ts"

/** Bounds of the listener. `size` in bytes, beyond which a mail is refused; `perMinute`: connections of an address. */
const bounds = { connections: 32, perMinute: 120, recipients: 10, size: 10_485_760, addresses: 10_000 } as const

// Milliseconds without a byte.
const idleTimeout = 30_000

const refusal = (code: number, text: string): Error => Object.assign(new Error(text), { responseCode: code })

/** Counts connections of each network in the present minute. */
const perMinute = () => {
  let minute = 0
  let counts = new Map<string, number>()
  return (address: string, now: number): boolean => {
    const present = Math.floor(now / 60_000)
    if (present !== minute || counts.size > bounds.addresses) counts = new Map()
    minute = present
    const network = addressNetwork(address)
    const count = (counts.get(network) ?? 0) + 1
    counts.set(network, count)
    return count <= bounds.perMinute
  }
}

/** The first bytes of a mail. The rest is read and dropped, so that the sender's server is answered. */
const firstBytes = async (stream: SMTPServerDataStream): Promise<Uint8Array> => {
  const parts: Array<Buffer> = []
  let length = 0
  for await (const part of stream) {
    const bytes = Buffer.from(part)
    if (length < maxBounce) parts.push(bytes.subarray(0, maxBounce - length))
    length += bytes.length
  }
  return Buffer.concat(parts)
}

/** An SMTP server for mail that comes back. `isKnown` decides on an address; a mail is answered once `keep` has kept it for each of its addresses. */
interface BounceServer<E, R> {
  readonly host: string
  readonly port: number
  readonly domain: string
  readonly isKnown: (address: string) => boolean
  readonly keep: (address: string, raw: Uint8Array) => Effect.Effect<void, E, R>
}

/** Takes mail for as long as the scope is open: only to known addresses, without sign-in. */
export const serveBounces = <E, R>({ host, port, domain, isKnown, keep }: BounceServer<E, R>) =>
  Effect.gen(function* () {
    const run = Effect.runPromiseExitWith(yield* Effect.context<R>())
    const isWithin = perMinute()
    const server = new SMTPServer({
      name: domain,
      banner: "Mail that comes back",
      disabledCommands: ["AUTH", "STARTTLS"],
      authOptional: true,
      logger: false,
      size: bounds.size,
      maxClients: bounds.connections,
      socketTimeout: idleTimeout,
      closeTimeout: 2_000,
      onConnect: ({ remoteAddress }, done) =>
        done(isWithin(remoteAddress, Date.now()) ? null : refusal(421, "Too many connections from this address")),
      onRcptTo: ({ address }, { envelope }, done) => {
        if (envelope.rcptTo.length >= bounds.recipients) return done(refusal(452, "Too many recipients"))
        done(isKnown(address) ? null : refusal(550, "5.1.1 No such address"))
      },
      onData: (stream, { envelope }, done) => {
        const take = async () => {
          const raw = await firstBytes(stream)
          if (stream.sizeExceeded) return refusal(552, "5.3.4 Too large")
          const kept = await run(
            Effect.forEach(envelope.rcptTo, ({ address }) => keep(address, raw), { discard: true })
          )
          return Exit.isSuccess(kept) ? null : refusal(451, "4.3.0 Try again later")
        }
        // A sender may end its connection in the middle of a mail.
        take().then(done, done)
      }
    })
    server.on("error", () => {})
    yield* Effect.acquireRelease(
      Effect.callback<void>((resume) => {
        server.once("error", (error) => resume(Effect.die(error)))
        server.listen(port, host, () => resume(Effect.void))
      }),
      () => Effect.callback<void>((resume) => server.close(() => resume(Effect.void)))
    )
  })
