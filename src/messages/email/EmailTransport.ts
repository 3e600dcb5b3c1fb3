import { Config, Context, Effect, Layer, Option, Redacted, Ref } from "effect"
import type { ProcessMail } from "../../domain/messages/MailRoute.ts"
import { smtpCodes, smtpFailureOf, smtpSignalOf } from "../../domain/messages/SmtpReply.ts"
import { SendFailed } from "../sending/SendFailed.ts"
import { Links } from "../templates/Links.ts"
import { notPublic } from "../webhooks/publicLookup.ts"
import { makeAccountPools, maxPools } from "./AccountPools.ts"
import { processPool, smtpConnections, type SmtpPool } from "./smtpPool.ts"

/** An e-mail that is ready to send. `message_id` is the same on every attempt. */
export interface Mail {
  readonly message_id: string
  readonly from_name: string
  readonly reply_to?: string
  readonly to: string
  readonly subject: string
  readonly html: string
  readonly text: string
  readonly headers: Readonly<Record<string, string>>
}

/** The route of a mail: its sender address, the account's own mail server (null: the process's), and the key that signs it. */
export interface MailRoute {
  readonly from: string
  readonly smtp_url: Redacted.Redacted | null
  readonly dkim: {
    readonly domain: string
    readonly selector: string
    readonly private_key: Redacted.Redacted
  } | null
}

/** The mails that `EmailTransport.layerMemory` was given. */
export class SentMail extends Context.Service<SentMail, Ref.Ref<ReadonlyArray<Mail>>>()(
  "tally/messages/email/SentMail"
) {
  static readonly layer = Layer.effect(this, Ref.make<ReadonlyArray<Mail>>([]))
}

/** Sends e-mail. A repeated mail carries the same Message-ID. */
export class EmailTransport extends Context.Service<
  EmailTransport,
  {
    /** Whether the process has a mail server. */
    readonly sends: boolean
    /** The process's mail server and address. `allowsPrivate`: accounts may use mail servers whose address is not public. */
    readonly server: ProcessMail & { readonly host: string | null; readonly allowsPrivate: boolean }
    /**
     * Sends by the route; without one from the process's address by its server. Without a server the mail is captured: it is shown
     * in the dashboard only.
     */
    readonly send: (mail: Mail, route?: MailRoute) => Effect.Effect<"sent" | "captured", SendFailed>
  }
>()("tally/messages/email/EmailTransport") {
  /**
   * Sends through `SMTP_URL` or an account's own server; without either, mail is captured. `SMTP_ALLOW_PRIVATE=true` lets accounts use
   * mail servers in the operator's network, and lets tests use this machine.
   */
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const url = Option.getOrNull(yield* Config.option(Config.Redacted("SMTP_URL")))
      const configured = Option.getOrNull(yield* Config.option(Config.String("EMAIL_FROM")))
      const allowsPrivate = yield* Config.Boolean("SMTP_ALLOW_PRIVATE").pipe(Config.withDefault(false))
      const host = new URL((yield* Links).origin).hostname
      const address = configured ?? `no-reply@${host}`
      const connections = yield* smtpConnections
      const pools = yield* makeAccountPools(allowsPrivate, maxPools, connections)
      const ownPool = url === null ? null : yield* openPool(url, connections)

      const sendBy = (
        pool: SmtpPool,
        { message_id, from_name, reply_to, ...mail }: Mail,
        route: MailRoute | undefined
      ) =>
        Effect.tryPromise({
          try: () =>
            pool.sendMail({
              ...mail,
              from: { name: from_name, address: route?.from ?? address },
              ...(reply_to === undefined ? {} : { replyTo: reply_to }),
              messageId: `<${message_id}@${host}>`,
              ...(route === undefined || route.dkim === null ? {} : { dkim: signatureOf(route.dkim) })
            }),
          catch: smtpFailure
        }).pipe(Effect.as("sent" as const))

      return EmailTransport.of({
        sends: ownPool !== null,
        server: {
          sends: ownPool !== null,
          from: configured ?? (ownPool === null ? null : address),
          host: url === null ? null : (URL.parse(Redacted.value(url))?.hostname ?? null),
          allowsPrivate
        },
        send: (mail, route) => {
          if (route !== undefined && route.smtp_url !== null) {
            return pools.use(Redacted.value(route.smtp_url), (pool) => sendBy(pool, mail, route))
          }
          return ownPool === null ? Effect.succeed("captured" as const) : sendBy(ownPool, mail, route)
        }
      })
    })
  )

  /** Keeps mail in `SentMail`. */
  static readonly layerMemory = Layer.effect(
    this,
    Effect.map(Effect.service(SentMail), (sent) =>
      EmailTransport.of({
        sends: true,
        server: { sends: true, from: "no-reply@tally.example", host: null, allowsPrivate: true },
        send: (mail) =>
          Effect.as(
            Ref.update(sent, (before) => [...before, mail]),
            "sent" as const
          )
      })
    )
  )
}

const openPool = (url: Redacted.Redacted, connections: number) =>
  Effect.acquireRelease(
    Effect.sync(() => processPool(Redacted.value(url), connections)),
    (open) => Effect.sync(() => open.close())
  )

const signatureOf = ({ domain, selector, private_key }: NonNullable<MailRoute["dkim"]>) => ({
  domainName: domain,
  keySelector: selector,
  privateKey: Redacted.value(private_key)
})

// The server's text may repeat addresses and settings, so the reason holds only its codes.
const smtpFailure = (error: unknown): SendFailed => {
  const member = (name: string): unknown => (error instanceof Error ? Reflect.get(error, name) : undefined)
  const [code, command, response] = [member("code"), member("command"), member("response")]
  if (error instanceof Error && error.message === notPublic) {
    return new SendFailed({ permanent: false, signal: "down", reason: "the mail server has no public address" })
  }
  // Other failures are of the connection or the login.
  const isOfMessage = code === "EENVELOPE" || code === "EMESSAGE"
  if (typeof response !== "string" || typeof member("responseCode") !== "number") {
    return new SendFailed({
      permanent: false,
      signal: isOfMessage || code === "ESTREAM" ? "works" : "down",
      reason: `the mail server did not take it (${String(code ?? "unknown")})`
    })
  }
  const failure = isOfMessage ? smtpFailureOf({ command: String(command), text: response }) : "temporary"
  const { basic, enhanced } = smtpCodes(response)
  const codes = [basic, enhanced].filter((part) => part !== undefined).join(" ")
  return new SendFailed({
    permanent: failure !== "temporary" && failure !== "mailbox",
    failure,
    code: codes,
    signal: isOfMessage || basic === 421 ? smtpSignalOf(response) : "down",
    reason: `the mail server answered ${codes}`
  })
}
