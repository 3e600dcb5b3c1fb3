import { Config, Context, Effect, Layer, Option, Redacted, Ref } from "effect"
import type { ProcessMail } from "../../domain/senders/MailRoute.ts"
import { emailDomain } from "../../domain/contacts/Email.ts"
import { heloName } from "../../domain/senders/heloName.ts"
import type { SendFailed } from "../sending/SendFailed.ts"
import { bounceAddresses } from "../bounces/bounceAddresses.ts"
import { Links } from "../templates/Links.ts"
import { makeAccountPools, maxPools } from "./AccountPools.ts"
import { sendThrough } from "./sendThrough.ts"
import type { SigningKey } from "./signMail.ts"
import { type PoolSettings, processPool, smtpConnections } from "./smtpPool.ts"

/** An e-mail that is ready to send. `message_id` is the same on every attempt. */
export interface Mail {
  readonly message_id: string
  /** The account of a message that a bounce can find; absent for mail that is no message. */
  readonly account_id?: string
  readonly from_name: string
  readonly reply_to?: string
  readonly to: string
  readonly subject: string
  readonly html: string
  readonly text: string
  /** The label of the list that the mail is of, which the sender's domain makes a `List-ID` (RFC 2919); absent for mail of none. */
  readonly list?: string
  readonly headers: Readonly<Record<string, string>>
}

/** The route of a mail: its sender address, the account's own mail server (null: the process's), and the key that signs it. */
export interface MailRoute {
  readonly from: string
  readonly smtp_url: Redacted.Redacted | null
  readonly dkim: SigningKey | null
}

/** The mails that `EmailTransport.layerMemory` was given. */
export class SentMail extends Context.Service<SentMail, Ref.Ref<ReadonlyArray<Mail>>>()(
  "tally/outbound/email/SentMail"
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
     * in the dashboard only. `written` is called once the server has been given the whole mail: without its reply it may have taken it.
     */
    readonly send: (
      mail: Mail,
      route?: MailRoute,
      written?: () => void
    ) => Effect.Effect<"sent" | "captured", SendFailed>
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
      const bounces = yield* bounceAddresses
      const connections = yield* smtpConnections
      const pools = yield* makeAccountPools(allowsPrivate, maxPools, connections)
      const ownHost = url === null ? null : (URL.parse(Redacted.value(url))?.hostname ?? null)
      const ownPool =
        url === null
          ? null
          : yield* openPool(url, { name: heloName(host, emailDomain(address)), maxConnections: connections })

      return EmailTransport.of({
        sends: ownPool !== null,
        server: {
          sends: ownPool !== null,
          from: configured ?? (ownPool === null ? null : address),
          host: ownHost,
          allowsPrivate
        },
        send: (mail, route, written) => {
          if (route !== undefined && route.smtp_url !== null) {
            const name = heloName(host, emailDomain(route.from))
            const address = Redacted.value(route.smtp_url)
            const through = { ...route, host: URL.parse(address)?.hostname ?? null }
            return pools.use(address, name, (pool) => sendThrough(pool, mail, through, written))
          }
          return ownPool === null
            ? Effect.succeed("captured" as const)
            : sendThrough(
                ownPool,
                mail,
                // An account's own mail server may refuse an envelope sender that is not its own.
                {
                  ...(route ?? { from: address, dkim: null }),
                  envelope_from: envelopeOf(bounces, mail),
                  host: ownHost
                },
                written
              )
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

const envelopeOf = (bounces: Effect.Success<typeof bounceAddresses>, { account_id, message_id }: Mail) =>
  account_id === undefined ? undefined : bounces.sign({ account_id, message_id })

const openPool = (url: Redacted.Redacted, settings: PoolSettings) =>
  Effect.acquireRelease(
    Effect.sync(() => processPool(Redacted.value(url), settings)),
    (open) => Effect.sync(() => open.close())
  )
