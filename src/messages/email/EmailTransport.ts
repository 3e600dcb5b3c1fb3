import { Config, Context, Effect, Layer, Option, Redacted, Ref } from "effect"
import { createTransport } from "nodemailer"
import { smtpCodes, smtpFailureOf } from "../../domain/messages/SmtpReply.ts"
import { SendFailed } from "../sending/SendFailed.ts"
import { Links } from "../templates/Links.ts"

/** SMTP connections, and so the mails sent at once: a mail that waited for a connection could outlast its lease. */
export const maxConnections = 16

/** An e-mail that is ready to send. `message_id` is the same on every attempt. */
export interface Mail {
  readonly message_id: string
  readonly from_name: string
  readonly to: string
  readonly subject: string
  readonly html: string
  readonly text: string
  readonly headers: Readonly<Record<string, string>>
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
    /** Whether a mail server is configured; otherwise mail is captured. */
    readonly sends: boolean
    readonly send: (mail: Mail) => Effect.Effect<"sent" | "captured", SendFailed>
  }
>()("tally/messages/email/EmailTransport") {
  /** Sends nothing: the mail is shown in the dashboard only. */
  static readonly layerCaptured = Layer.succeed(this, { sends: false, send: () => Effect.succeed("captured" as const) })

  /** Sends through the SMTP server at `url`. */
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
              maxConnections,
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

  /** Sends through `SMTP_URL`; without it, mail is captured. */
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

// The server's text may repeat addresses and settings, so the reason holds only its codes.
const smtpFailure = (error: unknown): SendFailed => {
  const member = (name: string): unknown => (error instanceof Error ? Reflect.get(error, name) : undefined)
  const [code, command, response] = [member("code"), member("command"), member("response")]
  if (typeof response !== "string" || typeof member("responseCode") !== "number") {
    return new SendFailed({
      permanent: false,
      reason: `the mail server did not take it (${String(code ?? "unknown")})`
    })
  }
  // Replies to EHLO, AUTH and the like are not about this message.
  const isOfMessage = code === "EENVELOPE" || code === "EMESSAGE"
  const failure = isOfMessage ? smtpFailureOf({ command: String(command), text: response }) : "temporary"
  const { basic, enhanced } = smtpCodes(response)
  const codes = [basic, enhanced].filter((part) => part !== undefined).join(" ")
  return new SendFailed({
    permanent: failure !== "temporary" && failure !== "mailbox",
    failure,
    code: codes,
    reason: `the mail server answered ${codes}`
  })
}
