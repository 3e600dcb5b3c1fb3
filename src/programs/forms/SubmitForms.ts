import { Clock, Context, Effect, Layer, Result } from "effect"
import { SqlClient } from "effect/sql"
import { type Contact, withdrawalOf } from "../../domain/contacts/Contact.ts"
import { decideNewContact } from "../../domain/contacts/decideContact.ts"
import { NotFound, type Unavailable } from "../../domain/Errors.ts"
import { onEmailSubmitted, onPhoneSubmitted } from "../../domain/forms/DoubleOptIn.ts"
import type { Form } from "../../domain/forms/Form.ts"
import { type Submission, submissionKey } from "../../domain/forms/readSubmission.ts"
import type { SignUpProof } from "../../domain/forms/SignUpProof.ts"
import { textedCountries } from "../../domain/forms/FormTextLimits.ts"
import { emailSubscribed } from "../../domain/forms/signUpChanges.ts"
import { makeId } from "../../domain/values/Id.ts"
import type { Language } from "../../domain/languages/Language.ts"
import { EnrolContacts } from "../flows/EnrolContacts.ts"
import { ContactConsents } from "../../store/contacts/ContactConsents.ts"
import { Contacts } from "../../store/contacts/Contacts.ts"
import { transactOnce } from "../../store/database/Transaction.ts"
import { ContactFields } from "../../store/contacts/ContactFields.ts"
import { SignUps } from "../../store/forms/SignUps.ts"
import { Forms } from "../../store/forms/Forms.ts"
import { MessageQueries, type Store } from "../../store/messages/MessageQueries.ts"
import { fillLanguage } from "../../domain/languages/fillLanguage.ts"
import { VisitorStoresLayer } from "../visits/visitorSteps.ts"
import { requestName, signUpSteps } from "./signUpSteps.ts"
import { type ConfirmSignUps, makeConfirmSignUps } from "./ConfirmSignUps.ts"

/** A submission of a person, with its evidence and the language of the message that asks to confirm. */
interface SubmittedForm {
  readonly form: Form
  readonly submission: Submission
  readonly proof: SignUpProof
  readonly language: Language
  /** The language of the form, else the one that the browser asked for; null for neither. */
  readonly met_in: Language | null
  /** The page that was sent: its id, and the version of the wording that it showed. */
  readonly page: { readonly id: string; readonly wording_version: number }
}

/** `sent_again`: the page was sent before with other addresses, or shows a wording that is no more known. Nothing changed. */
type SubmitOutcome = "taken" | "sent_again"

/** The sign-up forms that people see, their submissions, and their confirmations by mail (contract §16). */
export class SubmitForms extends Context.Service<
  SubmitForms,
  {
    readonly read: (
      form: Pick<Form, "account_id" | "form_id">
    ) => Effect.Effect<
      { readonly store: Store; readonly form: Form; readonly textedCountries: ReadonlyArray<string> },
      NotFound | Unavailable
    >
    /**
     * Creates a contact of the addresses that no contact has, and asks each address to confirm, at most once an hour. A contact that exists keeps
     * its data. The proof is the wording that the page showed. A page serves once: of concurrent and repeated calls one has an effect. One
     * transaction.
     */
    readonly submit: (submitted: SubmittedForm) => Effect.Effect<SubmitOutcome, Unavailable>
    /** Counts a submission that was refused for its hidden field alone. */
    readonly countRobot: (form: Pick<Form, "account_id" | "form_id">) => Effect.Effect<void, Unavailable>
  } & ConfirmSignUps
>()("tally/programs/forms/SubmitForms") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const messages = yield* MessageQueries
      const contacts = yield* Contacts
      const consents = yield* ContactConsents
      const forms = yield* Forms
      const signUps = yield* SignUps
      const flows = yield* EnrolContacts
      const { ask, complete, joinVisitor, subscribe } = yield* signUpSteps

      const lock = (account_id: string, address: { readonly email: string | null; readonly phone: string | null }) =>
        address.email === null && address.phone === null
          ? Effect.succeed(undefined)
          : consents.lockContact({ account_id, contact_id: null, ...address })

      const createContact = Effect.fnUntraced(function* (
        { form: { account_id }, submission, met_in }: SubmittedForm,
        addresses: { readonly email: string | null; readonly phone: string | null }
      ) {
        const { first_name, last_name, custom_fields } = submission
        const contact_id = yield* makeId("con")
        const known = JSON.stringify({ ...custom_fields, ...fillLanguage(custom_fields, met_in) })
        const fields = { ...addresses, first_name, last_name, custom_fields: known }
        const write = {
          account_id,
          contact_id,
          fields,
          send_welcome_sms: false,
          cause: "form",
          actor: "contact"
        } as const
        const decided = decideNewContact(yield* Clock.currentTimeMillis, write, yield* contacts.state(write))
        // The addresses are locked, so that no other contact has them.
        if (Result.isFailure(decided)) return yield* Effect.die(decided.failure)
        yield* contacts.save(decided.success)
        yield* flows.touch([decided.success.contact])
        return decided.success.contact
      })

      const askByMail = Effect.fnUntraced(function* ({ form, proof, language }: SubmittedForm, contact: Contact) {
        const now = yield* Clock.currentTimeMillis
        const request = yield* signUps.request(contact, "email")
        const lastAsked = request?.recorded_at
        const optIn = { state: contact.email_consent, withdrawal: withdrawalOf(contact, "email"), lastAsked }
        const decision = onEmailSubmitted(now, optIn, { doubleOptIn: form.double_opt_in })
        if (decision === "nothing") return contact
        if (decision === "ask") return yield* ask("email", contact, { ...form, proof, language })
        const source_id = requestName(form.form_id, yield* makeId("ask"))
        const { contact: after, entry } = emailSubscribed(now, contact, "form_opt_in", { source_id, proof })
        if (contact.email_consent !== "subscribed") {
          yield* subscribe(after, entry)
          yield* joinVisitor(after, proof)
        }
        yield* complete(contact, source_id)
        return contact.email_consent === "subscribed" ? contact : after
      })

      const askByText = Effect.fnUntraced(function* ({ form, proof, language }: SubmittedForm, contact: Contact) {
        const request = yield* signUps.request(contact, "sms")
        const optIn = { state: contact.sms_consent, withdrawal: withdrawalOf(contact, "sms") }
        const lastAsked = request?.recorded_at
        const decision = onPhoneSubmitted(yield* Clock.currentTimeMillis, { ...optIn, lastAsked })
        if (decision === "ask") yield* ask("sms", contact, { ...form, proof, language })
      })

      return SubmitForms.of({
        read: Effect.fn("SubmitForms.read")(function* (ref) {
          const store = yield* messages.store(ref.account_id)
          const form = yield* forms.read(ref)
          if (store === undefined) return yield* new NotFound()
          const limits = yield* forms.textLimits(ref.account_id)
          return { store, form, textedCountries: textedCountries(limits, store.country) }
        }),
        countRobot: (form) => transactOnce(sql)(signUps.count(form, "robots")),
        submit: Effect.fn("SubmitForms.submit")(function* (sent) {
          const { form, submission, page } = sent
          const { account_id } = form
          const wording = yield* forms.wording(form, page.wording_version)
          if (wording === undefined) return "sent_again"
          const use = yield* signUps.usePage({ account_id, page: page.id, submission: submissionKey(submission) })
          if (use !== "first") return use === "repeated" ? "taken" : "sent_again"
          const submitted = { ...sent, proof: { ...sent.proof, wording, wording_version: page.wording_version } }
          const { email, phone } = submission
          const byEmail = yield* lock(account_id, { email, phone: null })
          const byPhone = yield* lock(account_id, { email: null, phone })
          const unowned = {
            email: byEmail === undefined ? email : null,
            phone: byPhone === undefined ? phone : null
          }
          const isNew = unowned.email !== null || unowned.phone !== null
          const created = isNew ? yield* createContact(sent, unowned) : undefined
          const mailed = byEmail ?? created
          const asked = email === null || mailed === undefined ? mailed : yield* askByMail(submitted, mailed)
          // One contact may have both addresses: the text is decided on the contact after the mail.
          const texted = byPhone ?? created
          const isSame = texted?.contact_id === asked?.contact_id
          if (phone !== null && texted !== undefined) yield* askByText(submitted, isSame ? (asked ?? texted) : texted)
          yield* signUps.count(form, "asked")
          return "taken"
        }, transactOnce(sql)),
        ...(yield* makeConfirmSignUps)
      })
    })
  ).pipe(Layer.provide([ContactFields.layer, VisitorStoresLayer]))
}
