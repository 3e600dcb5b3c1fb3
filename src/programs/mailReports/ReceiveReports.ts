import { Clock, Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { emailOnProviderUnsubscribe, emailOnReport, emailOnSoftBounces } from "../../domain/contacts/consentOnSignal.ts"
import type { Unavailable } from "../../domain/Errors.ts"
import { stopsCampaign } from "../../domain/campaigns/campaignStop.ts"
import { refusalNotice, stopsFlow } from "../../domain/flows/flowStop.ts"
import type { DeliveryReport } from "../../domain/mailReports/DeliveryReport.ts"
import { isSoftBounceLimitReached, softBounceKey } from "../../domain/mailReports/softBounces.ts"
import { ContactConsents } from "../../store/contacts/ContactConsents.ts"
import { SuppressionList } from "../../store/contacts/SuppressionList.ts"
import { transact } from "../../store/database/Transaction.ts"
import { SendStops } from "../../store/messages/SendStops.ts"
import { MessageEvents } from "../../store/messages/MessageEvents.ts"
import { SoftBounces } from "../../store/mailReports/SoftBounces.ts"
import { signalSteps } from "../contacts/applySignal.ts"
import { RecordClicks } from "../messages/RecordClicks.ts"

/** A report with the time of what it tells, in milliseconds, which is not in the future. */
type TimedReport = DeliveryReport & { readonly time: number }
type MessageReport = Exclude<TimedReport, { readonly kind: "unsubscribed" }>

/** A report older than this counts as this old; one from the future counts as of now. Milliseconds. */
const maxAge = 30 * 86_400_000

/** Applies what is reported about sent mail (contract §4.7). */
export class ReceiveReports extends Context.Service<
  ReceiveReports,
  {
    /**
     * Applies reports in the order given; deliveries first, all in one transaction, and each other report in one of its own. Repeating
     * it changes nothing. Only a permanent failure of the recipient, a complaint, or five soft bounces suppress; a no at the provider
     * unsubscribes.
     */
    readonly receive: (account_id: string, reports: ReadonlyArray<DeliveryReport>) => Effect.Effect<void, Unavailable>
  }
>()("tally/programs/mailReports/ReceiveReports") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const consents = yield* ContactConsents
      const suppressionList = yield* SuppressionList
      const { apply, lockRecipient } = yield* signalSteps
      const events = yield* MessageEvents
      const softBounces = yield* SoftBounces
      const stops = yield* SendStops
      const clicks = yield* RecordClicks

      const receiveDeliveries = Effect.fnUntraced(function* (account_id: string, reports: ReadonlyArray<TimedReport>) {
        yield* softBounces.clear(
          account_id,
          reports.map(({ email, time }) => ({ email, at: time }))
        )
        return yield* events.add(
          account_id,
          reports.flatMap(({ message_id, time }) =>
            message_id === null ? [] : [{ message_id, kind: "delivered" as const, at: time, detail: null }]
          )
        )
      }, transact(sql))

      const addEvent = (account_id: string, { message_id, kind, time, code }: MessageReport) =>
        message_id === null ? Effect.void : events.add(account_id, [{ message_id, kind, at: time, detail: code }])

      const lockByEmail = (account_id: string, email: string) =>
        consents.lockContact({ account_id, email, phone: null, contact_id: null })

      const suppress = Effect.fnUntraced(function* (
        account_id: string,
        report: MessageReport,
        cause: "bounce" | "complaint"
      ) {
        const { email, message_id, code, time } = report
        const byAddress = yield* lockByEmail(account_id, email)
        if (byAddress === undefined) yield* suppressionList.addReport({ account_id, email, cause })
        // A complaint is about the message and follows its recipient to another address. A bounce is about the address.
        const contact =
          byAddress ??
          (message_id !== null && cause === "complaint" ? yield* lockRecipient({ account_id, message_id }) : undefined)
        // The contact is locked before its messages, as in an erasure.
        if (message_id !== null && cause === "bounce") {
          const reason = code === null ? "the address refused it permanently" : `the mail server answered ${code}`
          yield* events.bounced({ account_id, message_id }, reason, time)
        }
        yield* addEvent(account_id, report)
        if (contact === undefined) return
        yield* apply(contact, {
          channel: "email",
          decision: emailOnReport(cause),
          requested: "compliance_suppressed",
          cause,
          source_id: message_id ?? "",
          actor: "provider"
        })
      })

      // The no is the person's: like a complaint, it follows the message to another address of theirs.
      const unsubscribe = Effect.fnUntraced(function* (
        account_id: string,
        report: TimedReport & { readonly kind: "unsubscribed" }
      ) {
        const { email, message_id, time, at, isDropped } = report
        const byAddress = yield* lockByEmail(account_id, email)
        if (byAddress === undefined) yield* suppressionList.addReport({ account_id, email, cause: "unsubscribe_link" })
        const contact =
          byAddress ?? (message_id === null ? undefined : yield* lockRecipient({ account_id, message_id }))
        if (isDropped && message_id !== null) {
          yield* events.bounced({ account_id, message_id }, "the recipient left at the mail provider", time)
        }
        if (contact === undefined) return
        const last = yield* consents.lastChange(contact, "email")
        yield* apply(contact, {
          channel: "email",
          decision: emailOnProviderUnsubscribe(contact.email_consent, {
            subscribedAt: last?.recorded_at,
            leftAt: at
          }),
          requested: "unsubscribed",
          cause: "unsubscribe_link",
          source_id: message_id ?? "",
          actor: "provider"
        })
      })

      const countSoftBounce = Effect.fnUntraced(function* (account_id: string, report: MessageReport) {
        const { email, message_id, time } = report
        const contact = yield* lockByEmail(account_id, email)
        yield* addEvent(account_id, report)
        if (contact === undefined) return
        const times = yield* softBounces.add(account_id, { email, at: time, key: softBounceKey(report, time) })
        if (!isSoftBounceLimitReached(times)) return
        yield* apply(contact, {
          channel: "email",
          decision: emailOnSoftBounces(contact.email_consent),
          requested: "suppressed",
          cause: "bounce",
          source_id: message_id ?? "",
          actor: "provider"
        })
        // Lifting the suppression begins a new count.
        yield* softBounces.clear(account_id, [{ email, at: Math.max(...times) }])
      })

      const refuse = Effect.fnUntraced(function* (
        account_id: string,
        report: TimedReport & { readonly kind: "refused" }
      ) {
        const { message_id, code, time, refusal } = report
        if (message_id === null) return
        const message = { account_id, message_id }
        // The contact is locked before its messages, as in an erasure.
        yield* lockRecipient(message)
        const reason = code === null ? `the mail was refused (${refusal})` : `the mail server answered ${code}`
        yield* events.bounced(message, reason, time)
        yield* addEvent(account_id, report)
        const now = yield* Clock.currentTimeMillis
        const campaign_id = yield* stops.noteCampaign(message, {
          text: refusalNotice(refusal, "campaign", code),
          at: time
        })
        if (campaign_id !== undefined) {
          const campaign = yield* stops.readCampaign(account_id, campaign_id)
          if (campaign !== undefined && stopsCampaign(refusal, campaign)) {
            yield* stops.stopCampaign(account_id, campaign_id, now)
          }
        }
        const flow = yield* stops.readFlow(message)
        if (flow === undefined || refusal === "other") return
        yield* stops.noteFlow(message, flow.flow_id, { reason: refusalNotice(refusal, "flow", code), at: time })
        if (stopsFlow(refusal, flow)) yield* stops.stopFlow(account_id, flow.flow_id, now)
      })

      const receiveOne = Effect.fnUntraced(function* (account_id: string, report: TimedReport) {
        if (report.kind === "bounced") return yield* suppress(account_id, report, "bounce")
        if (report.kind === "complained") return yield* suppress(account_id, report, "complaint")
        if (report.kind === "unsubscribed") return yield* unsubscribe(account_id, report)
        if (report.kind === "soft_bounced") return yield* countSoftBounce(account_id, report)
        if (report.kind === "refused") return yield* refuse(account_id, report)
      }, transact(sql))

      return ReceiveReports.of({
        receive: Effect.fn("ReceiveReports.receive")(function* (account_id, reports) {
          const now = yield* Clock.currentTimeMillis
          const timed = reports.map((report): TimedReport => ({
            ...report,
            time: Math.min(now, Math.max(report.at ?? now, now - maxAge))
          }))
          const delivered = timed.filter(({ kind }) => kind === "delivered")
          if (delivered.length > 0) {
            const clicked = yield* receiveDeliveries(account_id, delivered)
            yield* Effect.forEach(clicked, (message_id) => clicks.decideAgain({ account_id, message_id }), {
              discard: true
            })
          }
          const others = timed.filter(({ kind }) => kind !== "delivered")
          yield* Effect.forEach(others, (report) => receiveOne(account_id, report), { discard: true })
        })
      })
    })
  )
}
