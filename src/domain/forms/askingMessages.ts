import type { NewMessage } from "../messages/Message.ts"
import { filled, type Language } from "../languages/Language.ts"
import type { ConfirmationMail } from "./Form.ts"
import { confirmationTexts } from "../languages/confirmationTexts.ts"

// The store's name is filled in, and escaped, when the message is rendered.
const store = "{{ account.name }}"

const shared = {
  purpose: "opt_in",
  class: "transactional",
  flow_id: null,
  run_id: null,
  step_id: null,
  order_id: null,
  event_id: null
} as const

const escaped = (text: string): string => text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`)

// No Liquid: the button is the link.
const liquidText = (text: string): string => escaped(text).replace(/[{}]/g, (brace) => `&#${brace.charCodeAt(0)};`)

// Braces within an output are not expected, which keeps the search linear.
const output = /(\{\{[^{}]*\}\})/

/** Plain text with Liquid outputs as an HTML template: outputs stay as they are, and are escaped when they are rendered. */
export const htmlOfText = (text: string): string => {
  const parts = text
    .trim()
    .split(output)
    .map((part, at) =>
      at % 2 === 1
        ? part
        : escaped(part)
            .replace(/\n\s*\n/g, "</p><p>")
            .replaceAll("\n", "<br>")
    )
  return `<p>${parts.join("")}</p>`
}

/** The words of the mail that asks to confirm a sign-up, as they are without any of the form. */
export const defaultMail = (language: Language): ConfirmationMail => {
  const { subject, mail, mailButton: button } = confirmationTexts[language]
  return { subject, text: filled(mail, { store }), button }
}

/** The text that asks to confirm a sign-up, as it is without one of the form. */
export const defaultText = (language: Language): string => filled(confirmationTexts[language].sms, { store })

// So that the words beside the content are in its language.
const inLanguage = (language: Language): Pick<NewMessage, "contents"> => ({
  contents: { language, shown_if: {}, languages: [], translations: {} }
})

/** The mail that asks to confirm a sign-up, with its link in every case. `key` names the request. */
export const askingMail = (
  to: Pick<NewMessage, "account_id" | "contact_id" | "key">,
  language: Language,
  words: ConfirmationMail = defaultMail(language)
): NewMessage => ({
  ...to,
  ...shared,
  ...inLanguage(language),
  channel: "email",
  layout: "shell",
  subject: words.subject,
  body: `${htmlOfText(words.text)}<p><a href="{{ confirm_url }}">${liquidText(words.button)}</a></p><p>${confirmationTexts[language].notYou}</p>`
})

/** The text that asks to confirm a sign-up by YES. */
export const askingText = (
  to: Pick<NewMessage, "account_id" | "contact_id" | "key">,
  language: Language,
  words: string = defaultText(language)
): NewMessage => ({
  ...to,
  ...shared,
  ...inLanguage(language),
  channel: "sms",
  layout: "none",
  subject: null,
  body: words
})
