import { Effect } from "effect"
import { emailDomain } from "../../domain/contacts/Email.ts"
import { metadataHeaders } from "../../domain/mailReports/metadataHeaders.ts"
import type { SendFailed } from "../sending/SendFailed.ts"
import type { Mail, MailRoute } from "./EmailTransport.ts"
import { mimeMessage } from "./mimeMessage.ts"
import { signMail } from "./signMail.ts"
import { smtpFailure } from "./smtpFailure.ts"
import { onWritten, type SmtpPool } from "./smtpPool.ts"

/**
 * Sends a mail through the connections of a mail server, from the route's address and signed by its key. Its `Message-ID` is of the
 * sender's domain and equal on every attempt. `envelope_from` is where it comes back to, the sender's address without one. `host` is
 * the mail server's: a provider gets the headers by which its reports name the message. The failure tells whether the server may have taken the mail.
 */
export const sendThrough = Effect.fnUntraced(function* (
  pool: SmtpPool,
  mail: Mail,
  route: Route,
  written: () => void = () => undefined
): Effect.fn.Return<"sent", SendFailed> {
  let isWritten = false
  const failed = (error: unknown) => smtpFailure(error, mail.to, isWritten)
  const message = yield* Effect.try({ try: () => messageOf(mail, route), catch: failed })
  const signature = route.dkim === null ? "" : yield* signMail(message, route.dkim)
  const raw = Buffer.from(`${signature}${message.headers}\r\n\r\n${message.body}`)
  return yield* Effect.tryPromise({
    try: (signal) => {
      onWritten(signal, () => {
        isWritten = true
        written()
      })
      return pool.sendMail({ envelope: message.envelope, raw, signal, xMailer: false })
    },
    catch: failed
  }).pipe(Effect.as("sent" as const))
})

/** The addresses, host and DKIM key with which a mail is sent. */
type Route = Pick<MailRoute, "from" | "dkim"> & {
  readonly envelope_from?: string | undefined
  readonly host?: string | null
}

/** A mail as it is sent by the route. Pure but for the boundary of its parts, and for its date. */
export const messageOf = (
  { message_id, from_name, reply_to, to, subject, html, text, list, headers }: Mail,
  { from, envelope_from, host = null }: Route
) =>
  mimeMessage({
    html,
    text,
    envelope: envelope_from === undefined ? undefined : { from: envelope_from, to },
    headers: {
      ...headers,
      ...prepared(metadataHeaders(host, message_id)),
      ...(list === undefined ? {} : { "List-ID": `<${list}.${emailDomain(from)}>` }),
      From: { name: from_name, address: from },
      To: to,
      ...(reply_to === undefined ? {} : { "Reply-To": reply_to }),
      Subject: subject,
      "Message-ID": `<${message_id}@${emailDomain(from)}>`
    }
  })

// The library writes values with quotes as encoded words (RFC 2047), which no provider reads as JSON, unless they are prepared.
const prepared = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, { prepared: true, value }]))
