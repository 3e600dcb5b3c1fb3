import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { NotFound, Unavailable } from "../../domain/Errors.ts"
import type { Form, FormInput } from "../../domain/forms/Form.ts"
import type { FormTextLimits } from "../../domain/forms/FormTextLimits.ts"
import { type FormMessages, type SignUpReport, signUpsByDay } from "../../domain/forms/ShownForm.ts"
import type { StoredForm } from "../../domain/forms/StoredForm.ts"
import { lastLocalDays } from "../../domain/reports/DayRange.ts"
import { invalid, type ValidationFailed } from "../../domain/ValidationIssue.ts"
import { makeId } from "../../domain/values/Id.ts"
import { TestClocks } from "../../store/accounts/TestClocks.ts"
import { transact, transactOnce } from "../../store/database/Transaction.ts"
import { Forms } from "../../store/forms/Forms.ts"
import { SignUps } from "../../store/forms/SignUps.ts"
import type { ManagedAccount } from "../../domain/accounts/Account.ts"
import { messageLanguage } from "../../domain/languages/messageWords.ts"
import { askingMail, askingText } from "../../domain/forms/askingMessages.ts"
import type { NewMessage } from "../../domain/messages/Message.ts"
import { MessageRenderer } from "../../outbound/templates/MessageRenderer.ts"
import { Senders } from "../../store/senders/Senders.ts"

type FormRef = Pick<Form, "account_id" | "form_id">

/**
 * Creates, changes and deletes sign-up forms, previews the messages that ask to confirm, and reports their sign-ups. Each change is one
 * transaction.
 */
export class ManageForms extends Context.Service<
  ManageForms,
  {
    readonly create: (
      account_id: string,
      input: FormInput
    ) => Effect.Effect<StoredForm, NotFound | ValidationFailed | Unavailable>
    readonly save: (
      form: FormRef,
      input: FormInput
    ) => Effect.Effect<StoredForm, NotFound | ValidationFailed | Unavailable>
    /** Gives the form that it deleted. */
    readonly remove: (form: FormRef) => Effect.Effect<StoredForm, NotFound | Unavailable>
    /** Replaces the limits on texts that forms ask people with. Idempotent. */
    readonly setTexts: (account_id: string, limits: FormTextLimits) => Effect.Effect<void, Unavailable>
    /** The last `days` days of the account's time zone. */
    readonly signUps: (
      account: { readonly id: string; readonly timezone: string },
      form_id: string,
      days: number
    ) => Effect.Effect<SignUpReport, NotFound | Unavailable>
    /** The messages as an address of the form gets them, in the form's language, else in English. Writes nothing. */
    readonly previewMessages: (
      account: Pick<ManagedAccount, "id" | "name" | "timezone" | "default_country">,
      input: FormInput
    ) => Effect.Effect<FormMessages, ValidationFailed | Unavailable>
  }
>()("tally/programs/forms/ManageForms") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const clocks = yield* TestClocks
      const forms = yield* Forms
      const signUps = yield* SignUps
      const renderer = yield* MessageRenderer
      const senders = yield* Senders
      return ManageForms.of({
        create: Effect.fn("ManageForms.create")(function* (account_id, input) {
          const form = { account_id, form_id: yield* makeId("form") }
          yield* transactOnce(sql)(forms.create(form, input))
          return yield* forms.read(form)
        }),
        save: Effect.fn("ManageForms.save")(function* (form, input) {
          yield* transact(sql)(forms.save(form, input))
          return yield* forms.read(form)
        }),
        remove: Effect.fn("ManageForms.remove")(function* (form) {
          const removed = yield* forms.read(form)
          yield* transactOnce(sql)(forms.remove(form))
          return removed
        }),
        setTexts: (account_id, limits) => transact(sql)(forms.saveTextLimits(account_id, limits)),
        signUps: Effect.fn("ManageForms.signUps")(function* ({ id: account_id, timezone }, form_id, count) {
          yield* forms.read({ account_id, form_id })
          // Sign-ups are counted by the service's clock, which an advanced test clock leaves behind.
          const range = lastLocalDays(yield* clocks.now(account_id), timezone, count)
          return signUpsByDay(range, yield* signUps.hours({ account_id, form_id }, range.starts[0] ?? 0))
        }),
        previewMessages: Effect.fn("ManageForms.previewMessages")(function* (account, input) {
          const { profile } = yield* senders.read(account.id)
          const language = input.language ?? "en"
          const to = { account_id: account.id, contact_id: "con_preview", key: "preview" }
          const render = (message: NewMessage) =>
            renderer
              .render(
                {
                  ...message,
                  message_id: "msg_preview",
                  campaign_id: null,
                  source_name: null,
                  account_name: account.name,
                  timezone: account.timezone,
                  country: account.default_country,
                  language: messageLanguage(language, { contact: null, account: null }),
                  sender: profile,
                  data: { account: { name: account.name }, contact: null, order: null, event: null }
                },
                "visitor@example.com"
              )
              .pipe(
                Effect.catchTag("TemplateFailed", ({ reason }) =>
                  invalid(message.channel === "email" ? "confirmation_mail.text" : "confirmation_text", reason)
                )
              )
          const asks = (address: "email" | "phone") => input.fields.some(({ key }) => key === address)
          const mail = asks("email")
            ? yield* render(askingMail(to, language, input.confirmation_mail ?? undefined))
            : undefined
          const sms = asks("phone")
            ? yield* render(askingText(to, language, input.confirmation_text ?? undefined))
            : undefined
          return {
            mail: mail?.channel === "email" ? { subject: mail.subject, html: mail.html, text: mail.text } : null,
            text: sms?.channel === "sms" ? sms.text : null
          }
        })
      })
    })
  )
}
