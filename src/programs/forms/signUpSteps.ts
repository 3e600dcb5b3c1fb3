import { Clock, Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { Channel, LedgerEntry } from "../../domain/contacts/Consent.ts"
import type { Contact } from "../../domain/contacts/Contact.ts"
import { isTextable } from "../../domain/contacts/textableNumber.ts"
import { askingMail, askingText } from "../../domain/forms/askingMessages.ts"
import type { ConfirmationMail } from "../../domain/forms/Form.ts"
import { textedCountries } from "../../domain/forms/FormTextLimits.ts"
import { type SignUpProof, signUpVisit } from "../../domain/forms/SignUpProof.ts"
import { emailAsked, phoneAsked } from "../../domain/forms/signUpChanges.ts"
import { consentTriggers } from "../../domain/flows/consentTriggers.ts"
import { makeId } from "../../domain/values/Id.ts"
import type { Language } from "../../domain/languages/Language.ts"
import { EnrolContacts } from "../flows/EnrolContacts.ts"
import { taggingSteps } from "../flows/taggingSteps.ts"
import { visitorSteps } from "../visits/visitorSteps.ts"
import { Messages } from "../../outbound/sending/Messages.ts"
import { readAccounts } from "../../store/accounts/readAccounts.ts"
import { ContactConsents } from "../../store/contacts/ContactConsents.ts"
import { Forms } from "../../store/forms/Forms.ts"
import { SignUps } from "../../store/forms/SignUps.ts"

/** The name of a request to confirm, which the ledger and the message share: its form, and an id of its own. */
export const requestName = (form_id: string, id: string): string => `${form_id}|${id}`

const formOf = (source_id: string): string => source_id.split("|", 1)[0] ?? ""

interface Asking {
  /** Empty for a request of the preference page. */
  readonly form_id: string
  readonly proof: SignUpProof
  readonly language: Language
  readonly confirmation_mail?: ConfirmationMail | null
  readonly confirmation_text?: string | null
}

/** Makes the steps of sign-ups. Each joins the open transaction and requires that the contact is locked. */
export const signUpSteps = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const forms = yield* Forms
  const signUps = yield* SignUps
  const { addTags } = yield* taggingSteps
  const consents = yield* ContactConsents
  const messages = yield* Messages
  const flows = yield* EnrolContacts
  const visitors = yield* visitorSteps

  // A text costs the account money, and anybody can have it sent.
  const mayText = Effect.fnUntraced(function* ({ account_id, phone }: Contact) {
    const limits = yield* forms.textLimits(account_id)
    const account = (yield* readAccounts(sql, [account_id])).get(account_id)
    const countries = textedCountries(limits, account?.default_country ?? "")
    return phone !== null && isTextable(phone, countries) && (yield* forms.takeText(account_id))
  })

  const ask = Effect.fnUntraced(function* (channel: Channel, contact: Contact, asking: Asking) {
    const { form_id, proof, language, confirmation_mail, confirmation_text } = asking
    if (channel === "sms" && !(yield* mayText(contact))) {
      if (form_id !== "") yield* signUps.count({ account_id: contact.account_id, form_id }, "unsent_texts")
      return contact
    }
    const source_id = requestName(form_id, yield* makeId("ask"))
    const signUp = { source_id, proof, by: form_id === "" ? "preference_page" : "form" } as const
    const now = yield* Clock.currentTimeMillis
    const asked = channel === "email" ? emailAsked(now, contact, signUp) : phoneAsked(now, contact, signUp)
    yield* consents.save(asked.contact, asked.entry)
    const to = { ...contact, key: source_id }
    yield* messages.record([
      channel === "email"
        ? askingMail(to, language, confirmation_mail ?? undefined)
        : askingText(to, language, confirmation_text ?? undefined)
    ])
    return asked.contact
  })

  return {
    /**
     * Records a request in the ledger and queues the message that asks the address. Gives the contact, whose texts may be `pending`. A phone that
     * may not be texted, or beyond the account's texts of the hour, is not asked: nothing changes but the count of unsent texts.
     */
    ask,
    /** Saves a locked contact that subscribed, and starts the flows of that. */
    subscribe: Effect.fnUntraced(function* (contact: Contact, entry: LedgerEntry) {
      yield* consents.save(contact, entry)
      yield* flows.enrol(consentTriggers([entry], [contact]))
    }),
    /** Makes the contact that subscribed that of the visitor who filled in the form, if its page is one of the account's site. */
    joinVisitor: Effect.fnUntraced(function* (contact: Contact, proof: SignUpProof | null) {
      const visit = proof === null ? undefined : signUpVisit(contact, proof)
      if (visit !== undefined) yield* visitors.record([visit])
    }),
    /** Adds the tags of the form to a locked contact and counts the confirmation. Nothing, if the form is deleted. */
    complete: Effect.fnUntraced(function* ({ account_id, contact_id }: Contact, source_id: string) {
      const form = yield* Effect.catchTags(forms.read({ account_id, form_id: formOf(source_id) }), {
        NotFound: () => Effect.succeed(undefined)
      })
      if (form === undefined) return
      const now = yield* Clock.currentTimeMillis
      yield* addTags(
        form.tags.map((tag) => ({ account_id, contact_id, tag, now })),
        { by_flow: false }
      )
      yield* signUps.count(form, "confirmed")
    })
  }
})
