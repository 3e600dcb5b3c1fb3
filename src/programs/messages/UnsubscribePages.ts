import { Clock, Effect } from "effect"
import { emailOnResubscribe } from "../../domain/contacts/consentOnSignal.ts"
import type { Unavailable } from "../../domain/Errors.ts"
import type { MessageRef } from "../../domain/messages/Message.ts"
import { ContactConsents } from "../../store/contacts/ContactConsents.ts"
import { retried } from "../../store/database/Transaction.ts"
import { MessageQueries, type Store } from "../../store/messages/MessageQueries.ts"

/** The content of the page behind an unsubscribe link. `email` is null if the contact has none or was erased. */
export interface UnsubscribePage {
  readonly store: Store
  readonly email: string | null
  readonly isSubscribed: boolean
  /** Whether the link can take its own unsubscription back. */
  readonly canReturn: boolean
}

/** Reads the pages behind unsubscribe links. */
export interface UnsubscribePages {
  /** Undefined if the account does not exist. */
  readonly readUnsubscribePage: (message: MessageRef) => Effect.Effect<UnsubscribePage | undefined, Unavailable>
}

export const makeUnsubscribePages = Effect.gen(function* () {
  const messages = yield* MessageQueries
  const consents = yield* ContactConsents
  const part: UnsubscribePages = {
    readUnsubscribePage: Effect.fn("ChoosePreferences.readUnsubscribePage")(function* (message) {
      const store = yield* messages.store(message.account_id)
      if (store === undefined) return undefined
      const contact = yield* messages.recipient(message)
      if (contact === undefined) return { store, email: null, isSubscribed: true, canReturn: false }
      const { email, email_consent } = contact
      const isSubscribed = email_consent === "subscribed" || email_consent === "never_subscribed"
      if (isSubscribed) return { store, email, isSubscribed, canReturn: false }
      const last = yield* retried(consents.lastChange(contact, "email"))
      const decision = emailOnResubscribe(yield* Clock.currentTimeMillis, email_consent, last, message.message_id)
      return { store, email, isSubscribed, canReturn: decision.state === "subscribed" }
    })
  }
  return part
})
