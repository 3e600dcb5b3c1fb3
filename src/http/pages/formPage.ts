import { filled, type Language } from "../../domain/languages/Language.ts"
import { formTexts } from "../../domain/languages/formTexts.ts"
import type { FormField, FormInput } from "../../domain/forms/Form.ts"
import { honeypot, type SubmissionIssue } from "../../domain/forms/readSubmission.ts"
import { escapeHtml } from "../../domain/values/escapeHtml.ts"
import type { Store } from "../../store/messages/MessageQueries.ts"
import { type Html, paragraph, storeDocument, storePage } from "./storePage.ts"

/** A sign-up form as a page shows it. `issued` is the signed record of when it was shown. */
export interface ShownForm {
  readonly form: Pick<FormInput, "title" | "intro" | "fields" | "wording" | "button" | "thanks">
  readonly language: Language
  readonly action: string
  readonly issued: string
  readonly values: URLSearchParams
  readonly issues: ReadonlyMap<string, SubmissionIssue>
  /** Why the page has to be sent again: it was open for too long, or for another reason. */
  readonly notice: "stale" | "again" | null
  readonly framed: boolean
}

const attributes: Readonly<Record<string, string>> = {
  email: `type="email" autocomplete="email" maxlength="254"`,
  phone: `type="tel" autocomplete="tel" maxlength="64"`,
  first_name: `autocomplete="given-name" maxlength="255"`,
  last_name: `autocomplete="family-name" maxlength="255"`
}

const fieldHtml = ({ key, label, required }: FormField, { language, values, issues }: ShownForm): string => {
  const texts = formTexts[language]
  const issue = issues.get(key)
  const id = `field-${escapeHtml(key)}`
  const words = `${escapeHtml(label === "" ? key : label)}${required ? "" : ` ${escapeHtml(texts.optional)}`}`
  const shown =
    issue === undefined ? "" : `<p class="error" id="${id}-error">${escapeHtml(issueText(texts, issue))}</p>`
  const described = issue === undefined ? "" : ` aria-invalid="true" aria-describedby="${id}-error"`
  return `<label for="${id}">${words}</label><input id="${id}" name="${escapeHtml(key)}" ${attributes[key] ?? `maxlength="255"`} value="${escapeHtml(values.get(key) ?? "")}"${required ? " required" : ""}${described}>${shown}`
}

const issueText = (texts: (typeof formTexts)[Language], issue: SubmissionIssue): string =>
  issue === "required" ? texts.required : texts[issue]

const formHtml = (shown: ShownForm): Html => {
  const { form, language, action, issued, values, issues, notice } = shown
  const texts = formTexts[language]
  const agreeIssue = issues.has("agree") ? `<p class="error" role="alert">${escapeHtml(texts.agree)}</p>` : ""
  return {
    html: [
      notice === null ? "" : `<p class="error" role="alert">${escapeHtml(texts[notice])}</p>`,
      `<form method="post" action="${escapeHtml(action)}">`,
      ...form.fields.map((field) => fieldHtml(field, shown)),
      // Out of sight and of the tab order. The attributes are those by which 1Password, LastPass, Bitwarden, Dashlane and browsers leave a field.
      `<div class="away" aria-hidden="true"><label for="${honeypot}">${honeypot}</label><input id="${honeypot}" name="${honeypot}" tabindex="-1" autocomplete="off" data-1p-ignore data-lpignore="true" data-bwignore="true" data-form-type="other"></div>`,
      `<label class="choice"><input type="checkbox" name="agree" value="yes" required${values.get("agree") === "yes" ? " checked" : ""}><span>${escapeHtml(form.wording)}</span></label>`,
      agreeIssue,
      `<input type="hidden" name="issued" value="${escapeHtml(issued)}">`,
      `<button>${escapeHtml(form.button)}</button></form>`
    ].join("")
  }
}

const contentOf = (shown: ShownForm): ReadonlyArray<Html> => [
  ...(shown.form.intro === "" ? [] : [paragraph(shown.form.intro)]),
  formHtml(shown)
]

/** The page of a form, with the issues of a submission if it had any. */
export const formPage = (store: Store, shown: ShownForm) => {
  const status = shown.issues.size > 0 || shown.notice !== null ? 422 : 200
  const { language, framed, form } = shown
  return storePage(store, { language, title: form.title, content: contentOf(shown), status, framed })
}

/** The page of a form as a document for the dashboard, whose policy allows styles with this nonce. Nothing in it can be sent. */
export const formPreview = (
  store: Pick<Store, "name" | "logo_url" | "color">,
  form: FormInput,
  nonce: string
): string => {
  const shown = { form, language: form.language ?? "en", action: "about:blank", issued: "", framed: false } as const
  const content = contentOf({ ...shown, values: new URLSearchParams(), issues: new Map(), notice: null })
  return storeDocument(store, { language: shown.language, title: form.title, content }, nonce)
}

/** The answer to every submission that was taken, also of robots and of addresses that are known. */
export const thanksPage = (
  store: Store,
  { form, language, framed }: Pick<ShownForm, "form" | "language" | "framed">,
  isConfirmed: boolean
) => {
  const texts = formTexts[language]
  const content = [
    ...(form.thanks === "" ? [] : [paragraph(filled(form.thanks, { store: store.name }))]),
    ...(isConfirmed ? [] : [paragraph(texts.onItsWay)])
  ]
  return storePage(store, { language, title: texts.thanks, content, framed })
}
