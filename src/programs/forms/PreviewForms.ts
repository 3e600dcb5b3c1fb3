import { Context, Effect, Layer } from "effect"
import type { ManagedAccount } from "../../domain/accounts/Account.ts"
import type { Unavailable } from "../../domain/Errors.ts"
import { messageLanguage } from "../../domain/languages/messageWords.ts"
import { askingMail, askingText } from "../../domain/forms/askingMessages.ts"
import type { FormInput } from "../../domain/forms/Form.ts"
import type { FormMessages } from "../../domain/forms/ShownForm.ts"
import type { NewMessage } from "../../domain/messages/Message.ts"
import { invalid, type ValidationFailed } from "../../domain/ValidationIssue.ts"
import { MessageRenderer } from "../../outbound/templates/MessageRenderer.ts"
import { Senders } from "../../store/senders/Senders.ts"

/** Renders the messages by which a form asks to confirm a sign-up. */
export class PreviewForms extends Context.Service<
  PreviewForms,
  {
    /** The messages as an address of the form gets them, in the form's language, else in English. Writes nothing. */
    readonly messages: (
      account: Pick<ManagedAccount, "id" | "name" | "timezone" | "default_country">,
      input: FormInput
    ) => Effect.Effect<FormMessages, ValidationFailed | Unavailable>
  }
>()("tally/programs/forms/PreviewForms") {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const renderer = yield* MessageRenderer
      const senders = yield* Senders
      return PreviewForms.of({
        messages: Effect.fn("PreviewForms.messages")(function* (account, input) {
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
