import { Clock, Context, Effect, Layer, Result } from "effect"
import { SqlClient } from "effect/sql"
import { type Contact, withdrawalOf } from "../../domain/contacts/Contact.ts"
import type { ConsentProof } from "../../domain/contacts/ConsentProof.ts"
import { decideNewContact } from "../../domain/contacts/decideContact.ts"
import { NotFound, type Unavailable } from "../../domain/Errors.ts"
import { onEmailSubmitted, onPhoneSubmitted } from "../../domain/forms/DoubleOptIn.ts"
import type { Form } from "../../domain/forms/Form.ts"
import type { Submission } from "../../domain/forms/readSubmission.ts"
import { emailSubscribed } from "../../domain/forms/signUpChanges.ts"
import { makeId } from "../../domain/values/Id.ts"
import type { Language } from "../../domain/values/Language.ts"
import { EnrolContacts } from "../flows/EnrolContacts.ts"
import { ContactConsents } from "../../store/contacts/ContactConsents.ts"
import { Contacts } from "../../store/contacts/Contacts.ts"
import { transactOnce } from "../../store/database/Transaction.ts"
import { ContactTags } from "../../store/flows/ContactTags.ts"
import { Forms } from "../../store/forms/Forms.ts"
import { SignUps } from "../../store/forms/SignUps.ts"
import { MessageRecipients, type Store } from "../../store/messages/MessageRecipients.ts"
import { requestName, signUpSteps } from "./signUpSteps.ts"

/** A submission of a person, with its evidence and the language of the message that asks to confirm. */
interface SubmittedForm {
  readonly form: Form
  readonly submission: Submission
  readonly proof: ConsentProof
  readonly language: Language
}

/** The sign-up forms that people see, and their submissions (contract §16). */
export class SubmitForms extends Context.Service<
  SubmitForms,
  {
    readonly read: (
      form: Pick<Form, "account_id" | "form_id">
    ) => Effect.Effect<{ readonly store: Store; readonly form: Form }, NotFound | Unavailable>
    /**
     * Creates a contact of the addresses that no contact has, and asks each address to confirm, at most once an hour. A contact that exists keeps
     * its data. One transaction.
     */
    readonly submit: (submitted: SubmittedForm) => Effect.Effect<void, Unavailable>
  }
>()("tally/programs/forms/SubmitForms") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const recipients = yield* MessageRecipients
      const contacts = yield* Contacts
      const consents = yield* ContactConsents
      const forms = yield* Forms
      const signUps = yield* SignUps
      const flows = yield* EnrolContacts
      const { ask, complete, subscribe } = yield* signUpSteps

      const lock = (account_id: string, address: { readonly email: string | null; readonly phone: string | null }) =>
        address.email === null && address.phone === null
          ? Effect.succeed(undefined)
          : consents.lockContact({ account_id, contact_id: null, ...address })

      const createContact = Effect.fnUntraced(function* (
        account_id: string,
        { first_name, last_name, custom_fields }: Submission,
        addresses: { readonly email: string | null; readonly phone: string | null }
      ) {
        const contact_id = yield* makeId("con")
        const fields = { ...addresses, first_name, last_name, custom_fields: JSON.stringify(custom_fields) }
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
        if (contact.email_consent !== "subscribed") yield* subscribe(after, entry)
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
          const store = yield* recipients.store(ref.account_id)
          const form = yield* forms.read(ref)
          return store === undefined ? yield* new NotFound() : { store, form }
        }),
        submit: Effect.fn("SubmitForms.submit")(function* (submitted) {
          const { form, submission } = submitted
          const { account_id } = form
          const { email, phone } = submission
          const byEmail = yield* lock(account_id, { email, phone: null })
          const byPhone = yield* lock(account_id, { email: null, phone })
          const unowned = {
            email: byEmail === undefined ? email : null,
            phone: byPhone === undefined ? phone : null
          }
          const isNew = unowned.email !== null || unowned.phone !== null
          const created = isNew ? yield* createContact(account_id, submission, unowned) : undefined
          const mailed = byEmail ?? created
          const asked = email === null || mailed === undefined ? mailed : yield* askByMail(submitted, mailed)
          // One contact may have both addresses: the text is decided on the contact after the mail.
          const texted = byPhone ?? created
          const isSame = texted?.contact_id === asked?.contact_id
          if (phone !== null && texted !== undefined) yield* askByText(submitted, isSame ? (asked ?? texted) : texted)
          yield* signUps.count(form, "asked")
        }, transactOnce(sql))
      })
    })
  ).pipe(Layer.provide(ContactTags.layer))
}
