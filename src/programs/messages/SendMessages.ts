import { Clock, Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { onAccountClock } from "../../domain/accounts/AccountClock.ts"
import type { Channel } from "../../domain/contacts/Consent.ts"
import type { Unavailable } from "../../domain/Errors.ts"
import { claimLoss, parkedReason } from "../../domain/messages/ClaimLoss.ts"
import { isCounted } from "../../domain/messages/Frequency.ts"
import { decideSend, retryAt } from "../../domain/messages/decideSend.ts"
import type { DueMessage, SendOutcome } from "../../domain/messages/Message.ts"
import type { ProviderSignal } from "../../domain/messages/Provider.ts"
import type { SendCapacity } from "../../domain/messages/SendCapacity.ts"
import { transact } from "../../store/database/Transaction.ts"
import { lease, Outbox } from "../../store/messages/Outbox.ts"
import { EmailTransport } from "../../messages/email/EmailTransport.ts"
import { type FoundRoute, MailRoutes } from "../../messages/email/MailRoutes.ts"
import { SmsTransport } from "../../messages/sms/SmsTransport.ts"
import { Links, statusAddress } from "../../messages/templates/Links.ts"
import type { TemplateFailed } from "../../messages/templates/Template.ts"
import { ApplyConsentSignals } from "../contacts/ApplyConsentSignals.ts"
import { countSend } from "./countSend.ts"
import { makeRenderToSend } from "./makeRenderToSend.ts"
import { makeSendAlone } from "./makeSendAlone.ts"
import { type EndSend, Providers } from "../../messages/sending/Providers.ts"
import { ReceiveReports } from "./ReceiveReports.ts"
import { reportOfFailure } from "./reportOfFailure.ts"
import type { SendFailed } from "../../messages/sending/SendFailed.ts"
import type { SendJob } from "./sendLoop.ts"

/** Sends messages that are due. */
export class SendMessages extends Context.Service<
  SendMessages,
  {
    /**
     * Claims due messages of one channel. Each job decides, renders and sends its message at least once, under the same id on
     * every attempt, and records the outcome. A message whose process ended is sent alone, and parked if that ends a process too.
     */
    readonly claim: (channel: Channel, capacity: SendCapacity) => Effect.Effect<ReadonlyArray<SendJob>, Unavailable>
  }
>()("tally/programs/messages/SendMessages") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const outbox = yield* Outbox
      const emails = yield* EmailTransport
      const routes = yield* MailRoutes
      const texts = yield* SmsTransport
      const links = yield* Links
      const render = yield* makeRenderToSend
      const reports = yield* ReceiveReports
      const signals = yield* ApplyConsentSignals
      const providers = yield* Providers
      const sendAlone = yield* makeSendAlone

      const deliver = Effect.fnUntraced(function* (
        message: DueMessage,
        recipient: string,
        { route }: Extract<FoundRoute, { readonly _tag: "route" }>
      ) {
        const rendered = yield* render(message, recipient)
        if (rendered.channel === "sms") {
          const { message_id } = message
          const status_url = statusAddress(links, message)
          const status = yield* texts.send({ message_id, status_url, to: recipient, body: rendered.text })
          return { status, recipient, subject: null, body: rendered.text }
        }
        const status = yield* emails.send(rendered, route)
        return { status, recipient, subject: rendered.subject, body: rendered.html }
      })

      const routeOf = ({ account_id, channel, sender_version }: DueMessage) =>
        channel === "email" ? routes.find(account_id, sender_version) : Effect.succeed(ownRoute)
      const reportFailed = Effect.fnUntraced(function* (
        { account_id }: DueMessage,
        recipient: string,
        result: SendOutcome,
        error: SendFailed | TemplateFailed
      ) {
        if (error._tag === "TemplateFailed") return result
        // The provider sends this phone no more texts, so the phone is unsubscribed.
        if (error.isOptOut)
          yield* signals.stopAtProvider({ account_id, phone: recipient, source_id: result.message_id })
        const report = reportOfFailure(error, result, recipient)
        if (report !== undefined) yield* reports.receive(account_id, [report])
        return result
      })

      const send = Effect.fnUntraced(function* (message: DueMessage) {
        const now = yield* Clock.currentTimeMillis
        const unsent = (status: SendOutcome["status"], reason: string, due_at: number | null = null): Attempt => ({
          result: outcome(message, { status, reason, due_at }),
          signal: null
        })
        if (message.lost_claims === claimLoss.again) return unsent("failed", parkedReason)
        const decision = decideSend(now, message, message.contact, message.timezone, message.frequency)
        if (decision._tag === "skip") return unsent("skipped", decision.reason)
        if (decision._tag === "hold") return unsent("held", decision.reason, decision.until)
        const found = yield* routeOf(message)
        if (found._tag === "none") return unsent("skipped", found.reason)
        return yield* deliver(message, decision.recipient, found).pipe(
          Effect.map((sent): Attempt => ({
            result: outcome(message, { ...sent, reason: null, due_at: null }),
            signal: sent.status === "sent" ? "works" : null
          })),
          Effect.catch((error) =>
            Effect.map(
              reportFailed(message, decision.recipient, failed(now, message, error), error),
              (result): Attempt => ({ result, signal: error._tag === "TemplateFailed" ? null : error.signal })
            )
          )
        )
      })

      const sendAndRecord = (message: DueMessage, end: EndSend) =>
        Effect.gen(function* () {
          const { result, signal } = yield* send(message)
          // The provider's connection is free before the outcome is recorded.
          yield* end(signal)
          yield* outbox.finish(yield* Clock.currentTimeMillis, result)
          if (signal === null && result.status !== "captured") yield* outbox.uncount(message)
          yield* countSend(message.channel, result.status)
        }).pipe(
          onAccountClock(message.clock_offset),
          sendAlone(message, outbox.beginAlone(message)),
          // A send that the stop of this process cuts off must not count as lost.
          Effect.onInterrupt(() => Effect.ignore(outbox.release(message))),
          // The message is claimed again when its lease expires; the other sends must go on.
          Effect.catchCause(() =>
            Effect.logWarning("A message is left to its next try", { message_id: message.message_id })
          )
        )

      // A send may outlast its lease, which must expire only when the process has ended.
      const renewLease = Effect.fnUntraced(function* (message: DueMessage) {
        for (;;) {
          yield* Effect.sleep(lease / 4)
          yield* Effect.exit(outbox.renew(message))
        }
      })

      return SendMessages.of({
        claim: Effect.fn("SendMessages.claim")(function* (channel, capacity) {
          const within = yield* providers.within(channel, capacity)
          const due = yield* transact(sql)(outbox.claim(yield* Clock.currentTimeMillis, channel, within))
          return yield* Effect.forEach(due, (message) =>
            Effect.map(providers.start(message), (end) => ({
              account_id: message.account_id,
              send: Effect.ensuring(Effect.raceFirst(sendAndRecord(message, end), renewLease(message)), end(null))
            }))
          )
        })
      })
    })
  )
}

// Texts have no sender profile.
const ownRoute: FoundRoute = { _tag: "route", route: undefined }

/** The result of an attempt, and the provider's state; null when the provider was not called. */
interface Attempt {
  readonly result: SendOutcome
  readonly signal: ProviderSignal | null
}

const outcome = (
  message: DueMessage,
  result: Pick<SendOutcome, "status" | "reason" | "due_at"> & Partial<SendOutcome>
): SendOutcome => {
  const { account_id, message_id, attempts } = message
  const isSent = result.status === "sent" || result.status === "captured"
  const counted_on = isSent && isCounted(message) ? message.day : null
  return { recipient: null, subject: null, body: null, ...result, account_id, message_id, attempts, counted_on }
}

const failed = (now: number, message: DueMessage, error: SendFailed | TemplateFailed): SendOutcome => {
  const final = error._tag === "TemplateFailed" ? undefined : finalStatus(error)
  if (final !== undefined) return outcome(message, { status: final, reason: error.reason, due_at: null })
  const permanent = error._tag === "TemplateFailed" || error.permanent
  const due_at = permanent ? undefined : retryAt(now, message.attempts)
  return outcome(message, {
    status: due_at === undefined ? "failed" : "queued",
    reason: error.reason,
    due_at: due_at ?? null
  })
}

const finalStatus = ({ failure, isOptOut }: SendFailed): SendOutcome["status"] | undefined =>
  isOptOut ? "skipped" : failure === "recipient" ? "bounced" : undefined
