import { Agent, request } from "@effect/platform-node/Undici"
import { Config, Context, Effect, Layer, Option, Redacted, Schema, Semaphore } from "effect"
import { permits } from "../../domain/capacity/bounds.ts"
import { readSpamScore, type SpamScore } from "../../domain/content/SpamScore.ts"
import type { Mail } from "./EmailTransport.ts"
import { messageOf } from "./sendThrough.ts"

/** A mail that the filter is asked about, and who it comes from. */
export interface FilteredMail extends Pick<Mail, "subject" | "html" | "text"> {
  readonly from_name: string
  readonly from_email: string | null
}

/** Bytes that are read of an answer. */
const maxAnswer = 256 * 1024

// A made-up address in place of the contact's: the filter scores words and form of the mail, which do not depend on it.
const recipient = "reader@example.com"

const filterUrl = Config.schema(
  Schema.String.check(
    Schema.makeFilter((value: string) => /^https?:$/.test(URL.parse(value)?.protocol ?? "") || "Must be an http URL")
  ),
  "RSPAMD_URL"
)

/** Asks the spam filter of whoever runs the service, Rspamd, what counts against a mail. */
export class SpamFilter extends Context.Service<
  SpamFilter,
  {
    /** The score of each mail, in their order, within 5 seconds; undefined where there is no filter. No mail has the address of its reader. Never fails. */
    readonly score: (mails: ReadonlyArray<FilteredMail>) => Effect.Effect<ReadonlyArray<SpamScore> | undefined>
  }
>()("tally/outbound/email/SpamFilter") {
  /** Asks the Rspamd at `RSPAMD_URL`; its password is that of Rspamd's controller. Without it there is no filter. */
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const configured = Option.getOrNull(yield* Config.option(Config.map(filterUrl, Redacted.make)))
      if (configured === null) return SpamFilter.of({ score: () => Effect.succeed(undefined) })
      const { origin, pathname, password } = new URL(Redacted.value(configured))
      const url = `${origin}${pathname.replace(/\/$/, "")}/checkv2`
      const headers = {
        // Rules about the connection don't apply to a user who is signed in: there is no connection yet.
        User: "tally",
        Log: "no",
        ...(password === "" ? {} : { Password: decodeURIComponent(password) })
      }
      const turns = yield* Semaphore.make(permits.spamChecks)
      const agent = yield* Effect.acquireRelease(
        Effect.sync(() => new Agent({ connect: { timeout: 5_000 }, maxResponseSize: maxAnswer })),
        (open) => Effect.promise(() => open.destroy())
      )

      const ask = (mail: FilteredMail) =>
        Effect.tryPromise({
          try: async (signal): Promise<SpamScore> => {
            const body = bytesOf(mail)
            const response = await request(url, { method: "POST", headers, body, signal, dispatcher: agent })
            const answer = await response.body.text()
            return response.statusCode === 200
              ? readSpamScore(answer)
              : { _tag: "unscored", reason: `it answered ${response.statusCode}` }
          },
          catch: (error) =>
            error instanceof Error && error.name === "ResponseExceededMaxSizeError"
              ? "its answer is too long"
              : "it can't be reached"
        }).pipe(
          turns.withPermits(1),
          Effect.timeoutOrElse({ duration: "5 seconds", orElse: () => Effect.fail("it did not answer in time") }),
          Effect.catch((reason) => Effect.succeed<SpamScore>({ _tag: "unscored", reason }))
        )

      return SpamFilter.of({ score: (mails) => Effect.forEach(mails, ask, { concurrency: "unbounded" }) })
    })
  )
}

const bytesOf = ({ from_name, from_email, subject, html, text }: FilteredMail): Buffer => {
  const mail = { message_id: "msg_preview", from_name, to: recipient, subject, html, text, headers: {} }
  const { headers, body } = messageOf(mail, { from: from_email ?? "sender@example.com", dkim: null })
  return Buffer.from(`${headers}\r\n\r\n${body}`)
}
