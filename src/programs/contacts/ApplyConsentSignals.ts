import { Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { EmailConsent } from "../../domain/contacts/Consent.ts"
import {
  emailOnLift,
  emailOnReport,
  emailOnResubscribe,
  emailOnUnsubscribe,
  smsOnKeyword
} from "../../domain/contacts/consentOnSignal.ts"
import { type Contact, withdrawalOf } from "../../domain/contacts/Contact.ts"
import { onConfirmed } from "../../domain/forms/DoubleOptIn.ts"
import { NotFound, type Unavailable } from "../../domain/Errors.ts"
import { type MessageRef, stopConfirmation, welcomeMessage } from "../../domain/messages/Message.ts"
import type { SmsRequest } from "../../domain/messages/SmsKeyword.ts"
import { Messages } from "../../outbound/sending/Messages.ts"
import { ContactConsents } from "../../store/contacts/ContactConsents.ts"
import { makeReceivedTexts } from "../../store/contacts/ReceivedTexts.ts"
import { SuppressionList } from "../../store/contacts/SuppressionList.ts"
import { transact } from "../../store/database/Transaction.ts"
import { ContactFields } from "../../store/contacts/ContactFields.ts"
import { Forms } from "../../store/forms/Forms.ts"
import { MessageEvents } from "../../store/messages/MessageEvents.ts"
import { SignUps } from "../../store/forms/SignUps.ts"
import { signUpSteps } from "../forms/signUpSteps.ts"
import { VisitorStoresLayer } from "../visits/visitorSteps.ts"
import { signalSteps } from "./applySignal.ts"

/** A text from a phone (E.164). `source_id` is the provider's id of the text, null without one; `request_id` is of the HTTP request. */
interface InboundSms extends SmsRequest {
  readonly account_id: string
  readonly phone: string
  readonly source_id: string | null
  readonly request_id: string
}

/**
 * A phone (E.164) that the SMS provider sends nothing to: its owner stopped texts there, or it takes none. `source_id` is the id of the text
 * that it refused.
 */
interface ProviderStop {
  readonly state: "stopped" | "unreachable"
  readonly account_id: string
  readonly phone: string
  readonly source_id: string
}

/** A compliance suppression set or lifted in the dashboard. */
interface SuppressionChange {
  readonly account_id: string
  readonly contact_id: string
  readonly reason: string
  readonly actor: string
}

/** Applies the consent signals of contacts, providers and operators (contract §4.7). Each is one transaction and idempotent. */
export class ApplyConsentSignals extends Context.Service<
  ApplyConsentSignals,
  {
    /** The unsubscribe link of a message. Succeeds also if the contact is erased. */
    readonly unsubscribe: (message: MessageRef) => Effect.Effect<void, Unavailable>
    /** Takes back what `unsubscribe` of the same message did within a day. Whether the contact is subscribed afterwards. */
    readonly resubscribe: (message: MessageRef) => Effect.Effect<boolean, Unavailable>
    /**
     * A STOP or START by text. A change is confirmed by one text, unless the provider confirms it. A STOP from a phone without a
     * contact goes to the suppression list, and a START removes it. A text with a known `source_id` changes nothing.
     */
    readonly receiveText: (sms: InboundSms) => Effect.Effect<void, Unavailable>
    /** The SMS provider refuses texts to a phone for good (Twilio's 21610, 21614 and the like). */
    readonly stopAtProvider: (stop: ProviderStop) => Effect.Effect<void, Unavailable>
    readonly suppress: (change: SuppressionChange) => Effect.Effect<void, NotFound | Unavailable>
    readonly lift: (change: SuppressionChange) => Effect.Effect<void, NotFound | Unavailable>
  }
>()("tally/programs/contacts/ApplyConsentSignals") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const consents = yield* ContactConsents
      const texts = yield* makeReceivedTexts
      const { apply, lockRecipient } = yield* signalSteps
      const suppressionList = yield* SuppressionList
      const events = yield* MessageEvents
      const messages = yield* Messages
      const signUps = { ...(yield* SignUps), ...(yield* signUpSteps) }

      const lockById = Effect.fnUntraced(function* ({ account_id, contact_id }: SuppressionChange) {
        const contact = yield* consents.lockContact({ account_id, contact_id, email: null, phone: null })
        return contact ?? (yield* new NotFound())
      })

      // The request of a sign-up that a yes by text confirms now.
      const waitingSignUp = Effect.fnUntraced(function* (contact: Contact) {
        const request = yield* signUps.request(contact, "sms")
        if (request === undefined) return undefined
        const optIn = { state: contact.sms_consent, withdrawal: withdrawalOf(contact, "sms") }
        const asked = { at: request.recorded_at, isConfirmed: request.is_confirmed }
        return onConfirmed(yield* Clock.currentTimeMillis, optIn, asked) === "subscribe" ? request : undefined
      })

      // The contact of the message was erased, and may come back with the same address.
      const withdrawErased = Effect.fnUntraced(function* (message: MessageRef) {
        const contact_id = yield* events.contactOf(message)
        if (contact_id !== undefined) yield* suppressionList.withdrawErased({ ...message, contact_id }, "email")
      })

      const dashboardSource = ({ reason, actor }: SuppressionChange) => ({
        channel: "email" as const,
        cause: "dashboard" as const,
        source_id: reason,
        actor
      })

      return ApplyConsentSignals.of({
        unsubscribe: Effect.fn("ApplyConsentSignals.unsubscribe")(function* (message) {
          const contact = yield* lockRecipient(message)
          if (contact === undefined) return yield* withdrawErased(message)
          yield* apply(contact, {
            channel: "email",
            decision: emailOnUnsubscribe(contact.email_consent),
            requested: "unsubscribed",
            cause: "unsubscribe_link",
            source_id: message.message_id,
            actor: "contact"
          })
        }, transact(sql)),
        resubscribe: Effect.fn("ApplyConsentSignals.resubscribe")(function* (message) {
          const contact = yield* lockRecipient(message)
          if (contact === undefined) return false
          const last = yield* consents.lastChange(contact, "email")
          const now = yield* Clock.currentTimeMillis
          const decision = emailOnResubscribe(now, contact.email_consent, last, message.message_id)
          yield* apply(contact, {
            channel: "email",
            decision,
            requested: "subscribed",
            cause: "resubscribe_link",
            source_id: message.message_id,
            actor: "contact"
          })
          return decision.state === "subscribed"
        }, transact(sql)),
        receiveText: Effect.fn("ApplyConsentSignals.receiveText")(function* ({
          account_id,
          phone,
          keyword,
          answeredByProvider,
          ...ids
        }) {
          if (ids.source_id !== null && !(yield* texts.add(account_id, ids.source_id))) return
          const source_id = ids.source_id ?? ids.request_id
          const contact = yield* consents.lockContact({ account_id, phone, email: null, contact_id: null })
          if (contact === undefined) {
            if (keyword === "confirm") return
            return yield* keyword === "stop"
              ? suppressionList.addStop({ account_id, phone })
              : suppressionList.removeStop({ account_id, phone })
          }
          const last = yield* consents.lastChange(contact, "sms")
          const signUp = keyword === "stop" ? undefined : yield* waitingSignUp(contact)
          const changed = yield* apply(contact, {
            channel: "sms",
            decision: smsOnKeyword(contact.sms_consent, keyword, {
              stoppedByPerson: last?.cause === "inbound_sms" || last?.cause === "preference_page",
              isAsked: signUp !== undefined
            }),
            requested: keyword === "stop" ? "unsubscribed" : "subscribed",
            cause: "inbound_sms",
            source_id: signUp?.source_id ?? source_id,
            actor: "contact",
            ...(signUp?.proof == null ? {} : { proof: signUp.proof })
          })
          if (changed && signUp !== undefined) {
            yield* signUps.joinVisitor(contact, signUp.proof)
            yield* signUps.complete(contact, signUp.source_id)
          }
          const confirmation = keyword === "stop" ? stopConfirmation : welcomeMessage
          if (changed && !answeredByProvider)
            yield* messages.record([confirmation({ ...contact, key: `${keyword}|${source_id}` })])
        }, transact(sql)),
        stopAtProvider: Effect.fn("ApplyConsentSignals.stopAtProvider")(function* (stop) {
          const { account_id, phone, source_id, state } = stop
          const contact = yield* consents.lockContact({ account_id, phone, email: null, contact_id: null })
          if (contact === undefined) {
            return yield* state === "stopped" ? suppressionList.addStop({ account_id, phone }) : Effect.void
          }
          yield* apply(contact, {
            channel: "sms",
            decision: {
              state: "unsubscribed",
              rule: state === "stopped" ? "sms_stop_at_provider" : "sms_phone_unreachable"
            },
            requested: "unsubscribed",
            cause: state === "stopped" ? "inbound_sms" : "bounce",
            source_id,
            actor: "provider"
          })
        }, transact(sql)),
        suppress: Effect.fn("ApplyConsentSignals.suppress")(function* (change) {
          const contact = yield* lockById(change)
          yield* apply(contact, {
            ...dashboardSource(change),
            decision: emailOnReport("dashboard"),
            requested: "compliance_suppressed"
          })
        }, transact(sql)),
        lift: Effect.fn("ApplyConsentSignals.lift")(function* (change) {
          const contact = yield* lockById(change)
          const before = (yield* consents.lastChange(contact, "email"))?.from_state
          const state = Schema.is(EmailConsent)(before) ? before : "unsubscribed"
          yield* apply(contact, {
            ...dashboardSource(change),
            decision: emailOnLift(contact.email_consent, state),
            requested: state
          })
        }, transact(sql))
      })
    })
  ).pipe(Layer.provide([SignUps.layer, Forms.layer, ContactFields.layer, VisitorStoresLayer]))
}
