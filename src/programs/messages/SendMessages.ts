import { Clock, Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { onAccountClock } from "../../domain/accounts/AccountClock.ts"
import type { Channel } from "../../domain/contacts/Consent.ts"
import type { Unavailable } from "../../domain/Errors.ts"
import { claimLoss, parkedReason } from "../../domain/messages/ClaimLoss.ts"
import { marketingFault } from "../../domain/senders/MailRoute.ts"
import { isCounted } from "../../domain/messages/Frequency.ts"
import { decideSend, retryAt, retryLostReplyAt } from "../../domain/messages/decideSend.ts"
import type { DueMessage, SendOutcome } from "../../domain/messages/Message.ts"
import type { TransportSignal } from "../../domain/messages/TransportState.ts"
import { limitAccounts, type SendCapacity } from "../../domain/messages/SendCapacity.ts"
import { transact } from "../../store/database/Transaction.ts"
import { lease, Outbox } from "../../store/messages/Outbox.ts"
import { EmailTransport } from "../../outbound/email/EmailTransport.ts"
import { type FoundRoute, MailRoutes } from "../../outbound/senders/MailRoutes.ts"
import { SmsTransport } from "../../outbound/sms/SmsTransport.ts"
import { Links, statusAddress } from "../../outbound/templates/Links.ts"
import { MessageRenderer } from "../../outbound/templates/MessageRenderer.ts"
import type { TemplateFailed } from "../../outbound/templates/Template.ts"
import { ApplyConsentSignals } from "../contacts/ApplyConsentSignals.ts"
import { countSend } from "./countSend.ts"
import { makeConfirmFailure } from "./makeConfirmFailure.ts"
import { makeHoldForSender } from "./makeHoldForSender.ts"
import { makeRenderToSend } from "./makeRenderToSend.ts"
import { makeSendAlone } from "./makeSendAlone.ts"
import { type EndSend, Transports } from "../../outbound/sending/Transports.ts"
import { ReceiveReports } from "../mailReports/ReceiveReports.ts"
import { reportOfFailure } from "../mailReports/reportOfFailure.ts"
import type { SendFailed } from "../../outbound/sending/SendFailed.ts"
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
      const providers = yield* Transports
      const renderer = yield* MessageRenderer
      const sendAlone = yield* makeSendAlone
      const { took, confirm } = yield* makeConfirmFailure
      // When due messages of each channel were last looked for.
      const lookedAt = new Map<Channel, number>()
      const holdForSender = yield* makeHoldForSender

      const deliver = Effect.fnUntraced(function* (
        message: DueMessage,
        recipient: string,
        { route, server }: Extract<FoundRoute, { readonly _tag: "route" }>,
        written: () => void
      ) {
        const rendered = yield* render(message, recipient)
        if (rendered.channel === "sms") {
          const { message_id } = message
          const status_url = statusAddress(links, message)
          const status = yield* texts.send({ message_id, status_url, to: recipient, body: rendered.text })
          return { status, recipient, subject: null, body: rendered.text, shown_products: rendered.products }
        }
        const status = yield* emails
          .send(rendered, route, written)
          .pipe(Effect.catch((error) => Effect.flatMap(confirm(message, server, error), Effect.fail)))
        if (status === "sent") yield* took(message, server)
        return { status, recipient, subject: rendered.subject, body: rendered.html, shown_products: rendered.products }
      })

      const routeOf = ({ account_id, channel, sender_version, sender_id }: DueMessage) =>
        channel === "email" ? routes.find(account_id, sender_version, sender_id) : Effect.succeed(ownRoute)
      const reportFailed = Effect.fnUntraced(function* (
        { account_id }: DueMessage,
        recipient: string,
        result: SendOutcome,
        error: SendFailed | TemplateFailed
      ) {
        if (error._tag === "TemplateFailed") return result
        // The provider sends this phone no more texts, so the phone is unsubscribed.
        if (error.phone !== null)
          yield* signals.stopAtProvider({
            account_id,
            phone: recipient,
            source_id: result.message_id,
            state: error.phone
          })
        const report = reportOfFailure(error, result, recipient)
        if (report !== undefined) yield* reports.receive(account_id, [report])
        return result
      })

      const send = Effect.fnUntraced(function* (message: DueMessage, written: () => void) {
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
        const fault = found._tag === "unproven" ? found.reason : senderFault(message, found)
        if (fault !== undefined || found._tag === "unproven")
          return unsent("held", yield* holdForSender(message, fault ?? ""), now + senderDelay)
        return yield* deliver(message, decision.recipient, found, written).pipe(
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

      // The server may have taken a mail whose reply the stop cuts off, so it is tried again late.
      const giveBack = (message: DueMessage, isWritten: boolean) =>
        isWritten
          ? Effect.flatMap(Clock.currentTimeMillis, (now) => outbox.finish(now, replyLost(now, message, stopped)))
          : outbox.release(message)

      const sendAndRecord = (message: DueMessage, end: EndSend) => {
        let isWritten = false
        const written = () => {
          isWritten = true
        }
        return Effect.gen(function* () {
          const { result, signal } = yield* send(message, written)
          isWritten = result.status === "sent"
          // The provider's connection is free before the outcome is recorded.
          yield* end(signal)
          yield* outbox.finish(yield* Clock.currentTimeMillis, result)
          if (signal === null && result.status !== "captured") yield* outbox.uncount(message)
          yield* countSend(message.channel, result.status)
        }).pipe(
          onAccountClock(message.clock_offset),
          sendAlone(message, outbox.beginAlone(message)),
          // A send that the stop of this process cuts off must not count as lost.
          Effect.onInterrupt(() => Effect.ignore(giveBack(message, isWritten))),
          // The message is claimed again when its lease expires; the other sends must go on.
          Effect.catchCause(() =>
            Effect.logWarning("A message is left to its next try", { message_id: message.message_id })
          )
        )
      }

      // A send may outlast its lease, which must expire only when the process has ended.
      const renewLease = Effect.fnUntraced(function* (message: DueMessage) {
        for (;;) {
          yield* Effect.sleep(lease / 4)
          yield* Effect.exit(outbox.renew(message))
        }
      })

      return SendMessages.of({
        claim: Effect.fn("SendMessages.claim")(function* (channel, capacity) {
          // Messages of accounts whose templates have used up their share of processor time wait for the next minute.
          const waiting = new Map((yield* renderer.usedUp).map((account_id) => [account_id, 0] as const))
          const within = limitAccounts(yield* providers.within(channel, capacity), waiting)
          const now = yield* Clock.currentTimeMillis
          if (within.shared === 0 && now - (lookedAt.get(channel) ?? -Infinity) < ownServerInterval) return []
          lookedAt.set(channel, now)
          const due = yield* transact(sql)(outbox.claim(now, channel, within))
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

// Milliseconds between two looks for accounts with a mail server of their own, while the process's own server has no place for the others.
const ownServerInterval = 250

// Milliseconds until a message whose sender is not fit to send is decided again.
const senderDelay = 3_600_000

/** The missing requirement of the sender of marketing mail at this moment; undefined for other mail, and where mail is captured. */
const senderFault = (message: DueMessage, { route }: Extract<FoundRoute, { readonly _tag: "route" }>) =>
  route !== undefined && message.channel === "email" && isCounted(message)
    ? marketingFault(message.sender, route.from)
    : undefined

// Texts have no sender profile.
const ownRoute: FoundRoute = { _tag: "route", route: undefined, server: "" }

/** The result of an attempt, and the provider's state; null when the provider was not called. */
interface Attempt {
  readonly result: SendOutcome
  readonly signal: TransportSignal | null
}

const outcome = (
  message: DueMessage,
  result: Pick<SendOutcome, "status" | "reason" | "due_at"> & Partial<SendOutcome>
): SendOutcome => {
  const { account_id, message_id, attempts } = message
  const isSent = result.status === "sent" || result.status === "captured"
  const counted_on = isSent && isCounted(message) ? message.day : null
  const sent = { recipient: null, subject: null, body: null, ...result, account_id, message_id, attempts, counted_on }
  return message.coupons.length === 0 ? sent : { ...sent, has_coupons: true }
}

const failed = (now: number, message: DueMessage, error: SendFailed | TemplateFailed): SendOutcome => {
  const final = error._tag === "TemplateFailed" ? undefined : finalStatus(error)
  if (final !== undefined) return outcome(message, { status: final, reason: error.reason, due_at: null })
  if (error._tag === "SendFailed" && error.isReplyLost) return replyLost(now, message, error.reason)
  const permanent = error._tag === "TemplateFailed" || error.permanent
  const due_at = permanent ? undefined : retryAt(now, message.attempts)
  return outcome(message, {
    status: due_at === undefined ? "failed" : "queued",
    reason: error.reason,
    due_at: due_at ?? null
  })
}

const replyLost = (now: number, message: DueMessage, reason: string): SendOutcome => {
  const due_at = retryLostReplyAt(now, message.attempts) ?? null
  return outcome(message, { status: due_at === null ? "failed" : "queued", reason, due_at })
}

const stopped = "the server stopped before the mail server answered, which may have taken the mail"

const finalStatus = ({ failure, phone }: SendFailed): SendOutcome["status"] | undefined => {
  if (phone === "stopped") return "skipped"
  return phone === "unreachable" || failure === "recipient" ? "bounced" : undefined
}
