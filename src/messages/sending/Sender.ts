import { Clock, Context, Effect, Layer } from "effect"
import { onAccountClock } from "../../domain/accounts/AccountClock.ts"
import { claimLoss, parkedReason } from "../../domain/messages/ClaimLoss.ts"
import type { Channel } from "../../domain/contacts/Consent.ts"
import type { Unavailable } from "../../domain/Errors.ts"
import { decideSend, retryAt } from "../../domain/messages/decideSend.ts"
import type { DueMessage, Outcome } from "../../domain/messages/Outcome.ts"
import type { SendCapacity } from "../../domain/messages/SendCapacity.ts"
import { lease, Outbox } from "../../store/messages/Outbox.ts"
import { EmailTransport } from "../email/EmailTransport.ts"
import type { SendJob } from "./sendLoop.ts"
import { Links } from "../templates/Links.ts"
import { makeSendAlone } from "./makeSendAlone.ts"
import { measureSend } from "./measureSend.ts"
import { RecipientFailures } from "../email/RecipientFailures.ts"
import { renderMessage } from "../templates/renderMessage.ts"
import type { SendFailed } from "./SendFailed.ts"
import { SmsTransport } from "../sms/SmsTransport.ts"
import type { TemplateFailed } from "../templates/Template.ts"

/** Sends what is due. */
export class Sender extends Context.Service<
  Sender,
  {
    /**
     * Takes due messages of one channel. Each is judged, rendered and sent at least once, under its own id on every try, and
     * marked as soon as it is out. One whose process ended is sent alone; one whose process ended again meanwhile is parked.
     */
    readonly take: (channel: Channel, room: SendCapacity) => Effect.Effect<ReadonlyArray<SendJob>, Unavailable>
  }
>()("tally/messages/sending/Sender") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const outbox = yield* Outbox
      const emails = yield* EmailTransport
      const texts = yield* SmsTransport
      const links = yield* Links
      const failures = yield* RecipientFailures
      const sendAlone = yield* makeSendAlone

      const deliver = Effect.fnUntraced(function* (message: DueMessage, recipient: string) {
        const rendered = yield* renderMessage(links, message, recipient)
        if (rendered.channel === "sms") {
          const status = yield* texts.send({ message_id: message.message_id, to: recipient, body: rendered.text })
          return { status, recipient, subject: null, body: rendered.text }
        }
        const status = yield* emails.send(rendered)
        return { status, recipient, subject: rendered.subject, body: rendered.html }
      })

      const send = Effect.fnUntraced(function* (message: DueMessage) {
        const now = yield* Clock.currentTimeMillis
        if (message.lost_claims === claimLoss.again) {
          return outcome(message, { status: "failed", reason: parkedReason, due_at: null })
        }
        const verdict = decideSend(now, message, message.contact, message.timezone)
        const unsent = (status: Outcome["status"], reason: string, due_at: number | null = null) =>
          outcome(message, { status, reason, due_at })
        if (verdict._tag === "skip") return unsent("skipped", verdict.reason)
        if (verdict._tag === "hold") return unsent("held", verdict.reason, verdict.until)
        return yield* deliver(message, verdict.recipient).pipe(
          Effect.map((sent) => outcome(message, { ...sent, reason: null, due_at: null })),
          Effect.catch((error) =>
            error._tag === "SendFailed" && error.isRecipient
              ? Effect.as(failures.report({ ...message, email: verdict.recipient }), unsent("bounced", error.reason))
              : Effect.succeed(failed(now, message, error))
          )
        )
      })

      const sendAndMark = (message: DueMessage) =>
        Effect.gen(function* () {
          const result = yield* send(message)
          yield* outbox.finish(yield* Clock.currentTimeMillis, result)
          yield* measureSend(message.channel, result.status)
        }).pipe(
          onAccountClock(message.clock_offset),
          sendAlone(message, outbox.beginAlone(message)),
          // A stop that cuts a send off is no loss.
          Effect.onInterrupt(() => Effect.ignore(outbox.release(message))),
          // What is not marked comes back with its lease; it must not take the others along.
          Effect.catchCause(() =>
            Effect.logWarning("A message is left to its next try", { message_id: message.message_id })
          )
        )

      // A provider may take longer than a lease lasts; only what a process that ended had claimed is to come back.
      const keep = Effect.fnUntraced(function* (message: DueMessage) {
        for (;;) {
          yield* Effect.sleep(lease / 4)
          yield* Effect.exit(outbox.keep(message))
        }
      })

      return Sender.of({
        take: Effect.fn("Sender.take")(function* (channel, room) {
          const due = yield* outbox.claim(yield* Clock.currentTimeMillis, channel, room)
          return due.map((message) => ({
            account_id: message.account_id,
            send: Effect.raceFirst(sendAndMark(message), keep(message))
          }))
        })
      })
    })
  )
}

const outcome = (
  { account_id, message_id, attempts }: DueMessage,
  rest: Pick<Outcome, "status" | "reason" | "due_at"> & Partial<Outcome>
): Outcome => ({ recipient: null, subject: null, body: null, ...rest, account_id, message_id, attempts })

const failed = (now: number, message: DueMessage, error: SendFailed | TemplateFailed): Outcome => {
  const permanent = error._tag === "TemplateFailed" || error.permanent
  const again = permanent ? undefined : retryAt(now, message.attempts)
  return outcome(message, {
    status: again === undefined ? "failed" : "queued",
    reason: error.reason,
    due_at: again ?? null
  })
}
