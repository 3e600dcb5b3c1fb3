import { Config, Context, Effect, Layer, Option, Redacted, Ref } from "effect"
import { createTransport } from "nodemailer"
import { smtpCodes, smtpFailureOf } from "../../domain/messages/SmtpReply.ts"
import { Links } from "../templates/Links.ts"
import { SendFailed } from "../sending/SendFailed.ts"

/** So many mails go out at once. None waits for a connection, or its lease might end before its turn. */
export const maxConnections = 16

/** An e-mail that is ready to go. `message_id` is the same on every try. */
export interface Mail {
  readonly message_id: string
  readonly from_name: string
  readonly to: string
  readonly subject: string
  readonly html: string
  readonly text: string
  readonly headers: Readonly<Record<string, string>>
}

/** What `EmailTransport.layerMemory` was given. */
export class SentMail extends Context.Service<SentMail, Ref.Ref<ReadonlyArray<Mail>>>()(
  "tally/messages/email/SentMail"
) {
  static readonly layer = Layer.effect(this, Ref.make<ReadonlyArray<Mail>>([]))
}

/** Hands e-mail on. At least once: a repeated mail carries the same Message-ID. */
export class EmailTransport extends Context.Service<
  EmailTransport,
  {
    /** Whether mail leaves this service. */
    readonly sends: boolean
    readonly send: (mail: Mail) => Effect.Effect<"sent" | "captured", SendFailed>
  }
>()("tally/messages/email/EmailTransport") {
  /** Keeps mail in the dashboard only. */
  static readonly layerCaptured = Layer.succeed(this, { sends: false, send: () => Effect.succeed("captured" as const) })

  /** Any SMTP server. */
  static readonly layerSmtp = (url: Redacted.Redacted) =>
    Layer.effect(
      this,
      Effect.gen(function* () {
        const host = new URL((yield* Links).origin).hostname
        const from = yield* Config.String("EMAIL_FROM").pipe(Config.withDefault(`no-reply@${host}`))
        const transport = yield* Effect.acquireRelease(
          Effect.sync(() =>
            createTransport({
              url: Redacted.value(url),
              pool: true,
              maxConnections: maxConnections,
              maxRequeues: 0,
              connectionTimeout: 10_000,
              greetingTimeout: 10_000,
              socketTimeout: 10_000,
              disableFileAccess: true,
              disableUrlAccess: true
            })
          ),
          (open) => Effect.sync(() => open.close())
        )
        return EmailTransport.of({
          sends: true,
          send: ({ message_id, from_name, ...mail }) =>
            Effect.tryPromise({
              try: () =>
                transport.sendMail({
                  ...mail,
                  from: { name: from_name, address: from },
                  messageId: `<${message_id}@${host}>`
                }),
              catch: smtpFailure
            }).pipe(Effect.as("sent" as const))
        })
      })
    )

  /** `SMTP_URL`; without one, mail is captured. */
  static readonly layer = Layer.unwrap(
    Effect.map(Config.option(Config.Redacted("SMTP_URL")), (url) =>
      Option.isSome(url) ? EmailTransport.layerSmtp(url.value) : EmailTransport.layerCaptured
    )
  )

  /** Keeps mail in `SentMail`. */
  static readonly layerMemory = Layer.effect(
    this,
    Effect.map(Effect.service(SentMail), (sent) =>
      EmailTransport.of({
        sends: true,
        send: (mail) =>
          Effect.as(
            Ref.update(sent, (before) => [...before, mail]),
            "sent" as const
          )
      })
    )
  )
}

// A server's words may repeat addresses and settings: its codes say enough.
const smtpFailure = (error: unknown): SendFailed => {
  const of = (name: string): unknown => (error instanceof Error ? Reflect.get(error, name) : undefined)
  const [code, command, response] = [of("code"), of("command"), of("response")]
  if (typeof response !== "string" || typeof of("responseCode") !== "number") {
    return new SendFailed({
      permanent: false,
      reason: `the mail server did not take it (${String(code ?? "unknown")})`
    })
  }
  // Replies to EHLO, AUTH and the like say nothing of this message.
  const isOfMessage = code === "EENVELOPE" || code === "EMESSAGE"
  const failure = isOfMessage ? smtpFailureOf({ command: String(command), text: response }) : "temporary"
  const { basic, enhanced } = smtpCodes(response)
  return new SendFailed({
    permanent: failure !== "temporary",
    isRecipient: failure === "recipient",
    reason: `the mail server answered ${[basic, enhanced].filter((part) => part !== undefined).join(" ")}`
  })
}
