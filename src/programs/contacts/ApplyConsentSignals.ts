import { Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { EmailConsent } from "../../domain/contacts/Consent.ts"
import {
  emailOnLift,
  emailOnReport,
  emailOnUnsubscribe,
  applyConsentSignal,
  type ConsentSignal,
  smsOnKeyword
} from "../../domain/contacts/consentSignals.ts"
import type { Contact } from "../../domain/contacts/Contact.ts"
import { NotFound, type Unavailable } from "../../domain/Errors.ts"
import { type MessageRef, stopConfirmation, welcomeMessage } from "../../domain/messages/Message.ts"
import type { SmsRequest } from "../../domain/messages/SmsKeyword.ts"
import { Messages } from "../../messages/sending/Messages.ts"
import { ContactConsents } from "../../store/contacts/ContactConsents.ts"
import { ReceivedTexts } from "../../store/contacts/ReceivedTexts.ts"
import { MessageReports } from "../../store/messages/MessageReports.ts"
import { SuppressionList } from "../../store/contacts/SuppressionList.ts"
import { transact } from "../../store/database/Transaction.ts"

/** A text from a phone (E.164). `source_id` is the provider's id of it, null when it gives none; `request_id` that of the call. */
interface InboundSms extends SmsRequest {
  readonly account_id: string
  readonly phone: string
  readonly source_id: string | null
  readonly request_id: string
}

/** What a mail provider reports of an address. `message_id` when it tells which message it was. */
interface EmailReport {
  readonly account_id: string
  readonly email: string
  readonly message_id: string | null
  readonly type: "bounce" | "complaint"
}

/** Someone's hand on a compliance suppression. */
interface SuppressionChange {
  readonly account_id: string
  readonly contact_id: string
  readonly reason: string
  readonly actor: string
}

/** What contacts, providers and operators say of consent outside the API. Repeating any of it is harmless. */
export class ApplyConsentSignals extends Context.Service<
  ApplyConsentSignals,
  {
    /** The unsubscribe link of a message. Does not tell whether the contact is still there. */
    readonly unsubscribe: (message: MessageRef) => Effect.Effect<void, Unavailable>
    /**
     * STOP and START, confirmed once for each change unless the provider has done so. A STOP from a phone that no contact has
     * yet is remembered for it, and a START forgets that (contract §4). A text that was received before changes nothing.
     */
    readonly text: (sms: InboundSms) => Effect.Effect<void, Unavailable>
    /** A hard bounce or a complaint: no more e-mail to the address, also when no contact has it yet (contract §4). */
    readonly report: (report: EmailReport) => Effect.Effect<void, Unavailable>
    readonly suppress: (change: SuppressionChange) => Effect.Effect<void, NotFound | Unavailable>
    readonly lift: (change: SuppressionChange) => Effect.Effect<void, NotFound | Unavailable>
  }
>()("tally/programs/contacts/ApplyConsentSignals") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const consents = yield* ContactConsents
      const reports = yield* MessageReports
      const remembered = yield* SuppressionList
      const messages = yield* Messages
      const receivedTexts = yield* ReceivedTexts

      const apply = Effect.fnUntraced(function* (contact: Contact, said: ConsentSignal) {
        const heard = applyConsentSignal(yield* Clock.currentTimeMillis, contact, said)
        if (heard !== undefined) yield* consents.save(heard.contact, heard.line)
        return heard?.line?.refused === false
      })

      // A contact that is merged into another meanwhile leaves its messages to that one.
      const holdRecipient = (message: MessageRef): ReturnType<typeof consents.hold> =>
        Effect.gen(function* () {
          const contact_id = yield* reports.contactOf(message)
          if (contact_id === undefined) return undefined
          const contact = yield* consents.hold({ ...message, contact_id, email: null, phone: null })
          if (contact !== undefined || (yield* reports.contactOf(message)) === contact_id) return contact
          return yield* holdRecipient(message)
        })

      const held = Effect.fnUntraced(function* ({ account_id, contact_id }: SuppressionChange) {
        const contact = yield* consents.hold({ account_id, contact_id, email: null, phone: null })
        return contact ?? (yield* new NotFound())
      })

      const byHand = ({ reason, actor }: SuppressionChange) => ({
        channel: "email" as const,
        cause: "dashboard" as const,
        source_id: reason,
        actor
      })

      return ApplyConsentSignals.of({
        unsubscribe: Effect.fn("ApplyConsentSignals.unsubscribe")(function* (message) {
          const contact = yield* holdRecipient(message)
          if (contact === undefined) return
          yield* apply(contact, {
            channel: "email",
            verdict: emailOnUnsubscribe(contact.email_consent),
            asked: "unsubscribed",
            cause: "unsubscribe_link",
            source_id: message.message_id,
            actor: "contact"
          })
        }, transact(sql)),
        text: Effect.fn("ApplyConsentSignals.text")(function* ({
          account_id,
          phone,
          keyword,
          answeredByProvider,
          ...ids
        }) {
          if (ids.source_id !== null && !(yield* receivedTexts.remember(account_id, ids.source_id))) return
          const source_id = ids.source_id ?? ids.request_id
          const contact = yield* consents.hold({ account_id, phone, email: null, contact_id: null })
          if (contact === undefined) {
            return yield* keyword === "stop"
              ? remembered.keepStop({ account_id, phone })
              : remembered.forgetStop({ account_id, phone })
          }
          const last = yield* consents.lastChange(contact, "sms")
          const changed = yield* apply(contact, {
            channel: "sms",
            verdict: smsOnKeyword(contact.sms_consent, keyword, { stoppedByText: last?.cause === "inbound_sms" }),
            asked: keyword === "stop" ? "unsubscribed" : "subscribed",
            cause: "inbound_sms",
            source_id,
            actor: "contact"
          })
          const answer = keyword === "stop" ? stopConfirmation : welcomeMessage
          if (changed && !answeredByProvider)
            yield* messages.record([answer({ ...contact, key: `${keyword}|${source_id}` })])
        }, transact(sql)),
        report: Effect.fn("ApplyConsentSignals.report")(function* ({ account_id, email, message_id, type }) {
          const byAddress = yield* consents.hold({ account_id, email, phone: null, contact_id: null })
          if (byAddress === undefined) yield* remembered.keepReport({ account_id, email, cause: type })
          // The person may have another address since: their complaint is about the mail they got. A bounce is of the address.
          const contact =
            byAddress ??
            (message_id !== null && type === "complaint" ? yield* holdRecipient({ account_id, message_id }) : undefined)
          // After the contact, as an erasure holds them.
          if (message_id !== null && type === "bounce") {
            yield* reports.bounced(
              { account_id, message_id },
              "the address refused it for good",
              yield* Clock.currentTimeMillis
            )
          }
          if (contact === undefined) return
          yield* apply(contact, {
            channel: "email",
            verdict: emailOnReport(type),
            asked: "compliance_suppressed",
            cause: type,
            source_id: message_id ?? "",
            actor: "provider"
          })
        }, transact(sql)),
        suppress: Effect.fn("ApplyConsentSignals.suppress")(function* (change) {
          const contact = yield* held(change)
          yield* apply(contact, {
            ...byHand(change),
            verdict: emailOnReport("dashboard"),
            asked: "compliance_suppressed"
          })
        }, transact(sql)),
        lift: Effect.fn("ApplyConsentSignals.lift")(function* (change) {
          const contact = yield* held(change)
          const before = (yield* consents.lastChange(contact, "email"))?.from_state
          const state = Schema.is(EmailConsent)(before) ? before : "unsubscribed"
          yield* apply(contact, { ...byHand(change), verdict: emailOnLift(contact.email_consent, state), asked: state })
        }, transact(sql))
      })
    })
  )
}
