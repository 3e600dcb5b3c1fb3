import { Clock, Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { Channel } from "../../domain/contacts/Consent.ts"
import { type Contact, withdrawalOf } from "../../domain/contacts/Contact.ts"
import type { ConsentProof } from "../../domain/contacts/ConsentProof.ts"
import {
  emailOffByPreference,
  emailOnByPreference,
  isStoppedByText,
  type LeavingReason,
  leavingReasons,
  pauseAfter,
  type PreferenceChoice,
  smsOnByPreference
} from "../../domain/contacts/consentOnPreference.ts"
import type { ConsentSignal } from "../../domain/contacts/consentOnSignal.ts"
import { sameEmail } from "../../domain/contacts/Email.ts"
import type { Unavailable } from "../../domain/Errors.ts"
import { onEmailSubmitted, onPhoneSubmitted } from "../../domain/forms/DoubleOptIn.ts"
import type { MessageRef } from "../../domain/messages/Message.ts"
import type { Language } from "../../domain/languages/Language.ts"
import { ContactConsents } from "../../store/contacts/ContactConsents.ts"
import { readOnly, retried, transact } from "../../store/database/Transaction.ts"
import { ContactTopics } from "../../store/contacts/ContactTopics.ts"
import { Topics } from "../../store/topics/Topics.ts"
import { chooseTopics, preferenceTopicRules } from "../../domain/contacts/topicChoice.ts"
import { topicName } from "../../domain/topics/Topic.ts"
import { EnrolContacts } from "../flows/EnrolContacts.ts"
import { accountLanguage } from "../topics/EditTopics.ts"
import { ContactFields } from "../../store/contacts/ContactFields.ts"
import { SignUps } from "../../store/forms/SignUps.ts"
import { MessageQueries, type MessageRecipient, type Store } from "../../store/messages/MessageQueries.ts"
import { VisitorStoresLayer } from "../visits/visitorSteps.ts"
import { signUpSteps } from "../forms/signUpSteps.ts"
import { signalSteps } from "./applySignal.ts"
import { type ChooseTopics, makeChooseTopics } from "./ChooseTopics.ts"
import { makeUnsubscribePages, type UnsubscribePages } from "../messages/UnsubscribePages.ts"

/** The content of a preference page. `contact` is undefined if it was erased. */
export interface PreferencePage {
  readonly store: Store
  readonly contact:
    | (MessageRecipient & { readonly isStoppedByText: boolean; readonly topics: ReadonlyArray<ShownTopic> })
    | undefined
}

/** Whether the message of a link went to the contact's present address of each channel. */
interface OwnAddresses {
  readonly ownsEmail: boolean
  readonly ownsPhone: boolean
}

/** A topic in the language of a page, and whether the contact is in. */
export interface ShownTopic {
  readonly key: string
  readonly name: string
  readonly isIn: boolean
}

/** A choice made on the preference page of a message, with the evidence of the request. */
interface Choice {
  readonly message: MessageRef
  readonly choice: PreferenceChoice
  /** Of the choice `topics`: those that the page showed, and those that were ticked. */
  readonly topics?: { readonly shown: ReadonlyArray<string>; readonly ticked: ReadonlyArray<string> }
  readonly reason: LeavingReason | undefined
  readonly proof: ConsentProof
  /** Of the message that asks to confirm. */
  readonly language: Language
}

/** The outcome of a choice. `asked`: a message to the address asks to confirm. */
export type ChoiceOutcome = "applied" | "asked" | "refused"

const ownAddresses = (
  { channel, recipient }: MessageRecipient,
  { email, phone }: Pick<Contact, "email" | "phone">
) => ({
  ownsEmail: channel === "email" && recipient !== null && sameEmail(email, recipient),
  ownsPhone: channel === "sms" && recipient !== null && phone === recipient
})

/**
 * Reads preference and unsubscribe pages and applies the choices made on them, and those of callers (contract §14).
 */
export class ChoosePreferences extends Context.Service<
  ChoosePreferences,
  {
    /** Undefined if the account does not exist. */
    readonly read: (message: MessageRef, language: Language) => Effect.Effect<PreferencePage | undefined, Unavailable>
    /**
     * Applies a choice in one transaction; refused also if the contact is erased. Idempotent. An address that the message did not go to is asked
     * to confirm, at most once an hour.
     */
    readonly choose: (choice: Choice) => Effect.Effect<ChoiceOutcome, Unavailable>
  } & ChooseTopics &
    UnsubscribePages
>()("tally/programs/contacts/ChoosePreferences") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const messages = yield* MessageQueries
      const consents = yield* ContactConsents
      const signUps = yield* SignUps
      const topics = yield* Topics
      const leftTopics = yield* ContactTopics
      const flows = yield* EnrolContacts
      const { apply, lockRecipient } = yield* signalSteps
      const { ask } = yield* signUpSteps

      const lastCause = (contact: Parameters<typeof consents.lastChange>[0]) =>
        Effect.map(consents.lastChange(contact, "sms"), (last) => last?.cause)

      const signalOf = Effect.fnUntraced(function* ({ message, choice, reason, proof }: Choice, contact: Contact) {
        const source = { cause: "preference_page", source_id: message.message_id, actor: "contact" } as const
        const left = { ...source, proof: reason === undefined ? proof : { ...proof, reason: leavingReasons[reason] } }
        const email = { channel: "email" } as const
        const sms = { channel: "sms" } as const
        switch (choice) {
          case "email_off": {
            const decision = emailOffByPreference(contact.email_consent)
            return { ...left, ...email, requested: "unsubscribed", decision } satisfies ConsentSignal
          }
          case "email_on": {
            const decision = emailOnByPreference(contact.email_consent)
            return { ...source, proof, ...email, requested: "subscribed", decision } satisfies ConsentSignal
          }
          case "sms_off": {
            const decision = { state: "unsubscribed", rule: "preference_off" } as const
            return { ...left, ...sms, requested: "unsubscribed", decision } satisfies ConsentSignal
          }
          case "sms_on": {
            const decision = smsOnByPreference(contact.sms_consent, yield* lastCause(contact))
            return { ...source, proof, ...sms, requested: "subscribed", decision } satisfies ConsentSignal
          }
          default:
            return undefined
        }
      })

      // The channel to ask for a confirmation, where the choice is about an address that the message did not go to.
      const channelToAsk = (choice: PreferenceChoice, { email, phone }: Contact, owned: OwnAddresses) => {
        if (choice === "email_on" && email !== null && !owned.ownsEmail) return "email"
        return choice === "sms_on" && phone !== null && !owned.ownsPhone ? "sms" : undefined
      }

      const askFor = Effect.fnUntraced(function* (channel: Channel, contact: Contact, { proof, language }: Choice) {
        const request = yield* signUps.request(contact, channel)
        const optIn = { withdrawal: withdrawalOf(contact, channel), lastAsked: request?.recorded_at }
        const now = yield* Clock.currentTimeMillis
        const decision =
          channel === "email"
            ? onEmailSubmitted(now, { ...optIn, state: contact.email_consent }, { doubleOptIn: true })
            : onPhoneSubmitted(now, { ...optIn, state: contact.sms_consent })
        if (decision === "ask") yield* ask(channel, contact, { form_id: "", proof, language })
      })

      // Topics that are gone since the page was shown are as they were. A link in a mail to a former address brings nobody back to a topic.
      const applyTopics = Effect.fnUntraced(function* (choice: Choice, contact: Contact, { ownsEmail }: OwnAddresses) {
        const { shown: all, ticked: keys } = choice.topics ?? { shown: [], ticked: [] }
        const { account_id, contact_id } = contact
        const known = yield* topics.hold(account_id, all)
        const shown = all.filter((key) => known.has(key))
        const ticked = new Set(keys)
        const before = yield* leftTopics.read(account_id, [contact_id])
        const now = yield* Clock.currentTimeMillis
        const decision = chooseTopics(
          before.get(contact_id) ?? [],
          {
            left: shown.filter((key) => !ticked.has(key)),
            returned: ownsEmail ? shown.filter((key) => ticked.has(key)) : []
          },
          {
            account_id,
            contact_id,
            cause: "preference_page",
            source_id: choice.message.message_id,
            actor: "contact",
            effective_at: now,
            recorded_at: now,
            proof: choice.proof
          },
          preferenceTopicRules
        )
        if (decision.ledger.length === 0) return
        yield* leftTopics.save(contact, decision)
        yield* flows.touch([contact])
      })

      const shownTopics = Effect.fnUntraced(function* (
        account_id: string,
        left: ReadonlyArray<string>,
        language: Language
      ) {
        const found = yield* topics.list(account_id)
        const own = yield* accountLanguage(sql, account_id)
        return found.map((topic): ShownTopic => ({
          key: topic.key,
          name: topicName(topic, language, own),
          isIn: !left.includes(topic.key)
        }))
      })

      const chooseLocked = Effect.fnUntraced(function* (choice: Choice, recipient: MessageRecipient) {
        const contact = yield* lockRecipient(choice.message)
        if (contact === undefined) return "refused"
        const signal = yield* signalOf(choice, contact)
        const isRefused = signal !== undefined && signal.decision.state !== signal.requested
        const owned = ownAddresses(recipient, contact)
        const channel = isRefused ? undefined : channelToAsk(choice.choice, contact, owned)
        if (channel !== undefined) {
          yield* askFor(channel, contact, choice)
          return "asked"
        }
        if (signal !== undefined) yield* apply(contact, signal)
        if (isRefused) return "refused"
        if (choice.choice === "topics") yield* applyTopics(choice, contact, owned)
        const until = pauseAfter(yield* Clock.currentTimeMillis, choice.choice)
        if (until !== undefined) yield* consents.pause(contact, until)
        return "applied"
      }, transact(sql))

      return ChoosePreferences.of({
        read: Effect.fn("ChoosePreferences.read")(function* (message, language) {
          const store = yield* messages.store(message.account_id)
          if (store === undefined) return undefined
          const contact = yield* messages.recipient(message)
          if (contact === undefined) return { store, contact }
          const cause = contact.sms_consent === "unsubscribed" ? yield* retried(lastCause(contact)) : undefined
          const isStopped = isStoppedByText(contact.sms_consent, cause)
          const shown = yield* readOnly(sql)(shownTopics(message.account_id, contact.left_topics, language))
          return { store, contact: { ...contact, isStoppedByText: isStopped, topics: shown } }
        }),
        choose: Effect.fn("ChoosePreferences.choose")(function* (choice) {
          // The address that the message went to never changes, so it is read before the transaction.
          const recipient = yield* messages.recipient(choice.message)
          return recipient === undefined ? "refused" : yield* chooseLocked(choice, recipient)
        }),
        ...(yield* makeChooseTopics),
        ...(yield* makeUnsubscribePages)
      })
    })
  ).pipe(Layer.provide([ContactFields.layer, VisitorStoresLayer]))
}
