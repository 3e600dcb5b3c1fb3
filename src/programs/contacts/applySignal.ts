import { Clock, Effect } from "effect"
import type { Contact } from "../../domain/contacts/Contact.ts"
import { applyConsentSignal, type ConsentSignal } from "../../domain/contacts/consentOnSignal.ts"
import { consentTriggers } from "../../domain/flows/consentTriggers.ts"
import type { MessageRef } from "../../domain/messages/Message.ts"
import { EnrolContacts } from "../flows/EnrolContacts.ts"
import { ContactConsents } from "../../store/contacts/ContactConsents.ts"
import { MessageEvents } from "../../store/messages/MessageEvents.ts"

/** Makes the steps that programs for consent signals share. Each joins the open transaction. */
export const signalSteps = Effect.gen(function* () {
  const consents = yield* ContactConsents
  const events = yield* MessageEvents
  const flows = yield* EnrolContacts

  // A concurrent merge moves the message to another contact, so the recipient is read again.
  const lockRecipient = (message: MessageRef): ReturnType<typeof consents.lockContact> =>
    Effect.gen(function* () {
      const contact_id = yield* events.contactOf(message)
      if (contact_id === undefined) return undefined
      const contact = yield* consents.lockContact({ ...message, contact_id, email: null, phone: null })
      if (contact !== undefined || (yield* events.contactOf(message)) === contact_id) return contact
      return yield* lockRecipient(message)
    })

  return {
    /** Applies a signal to a locked contact. Returns whether it was not refused. */
    apply: Effect.fnUntraced(function* (contact: Contact, signal: ConsentSignal) {
      const applied = applyConsentSignal(yield* Clock.currentTimeMillis, contact, signal)
      if (applied !== undefined) {
        yield* consents.save(applied.contact, applied.entry)
        yield* flows.touch([applied.contact])
        yield* flows.enrol(consentTriggers(applied.entry === undefined ? [] : [applied.entry], [applied.contact]))
      }
      return applied?.entry?.refused === false
    }),
    /** Locks the contact of a message. Undefined if it was erased. */
    lockRecipient
  }
})
