import { Clock, Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { ActingAccount } from "../../api/dashboard/Access.ts"
import { DashboardApi } from "../../api/dashboard/DashboardApi.ts"
import { NotFound } from "../../domain/Errors.ts"
import { FormInput } from "../../domain/forms/Form.ts"
import { formRules } from "../../domain/forms/formRules.ts"
import type { ShownForm } from "../../domain/forms/ShownForm.ts"
import type { StoredForm } from "../../domain/forms/StoredForm.ts"
import { escapeHtml } from "../../messages/email/htmlEntities.ts"
import { checkFormTemplates } from "../../messages/templates/checkFormTemplates.ts"
import { formLink, Links } from "../../messages/templates/Links.ts"
import { ManageForms } from "../../programs/forms/ManageForms.ts"
import { PreviewForms } from "../../programs/forms/PreviewForms.ts"
import { Forms } from "../../store/forms/Forms.ts"
import { SignUps } from "../../store/forms/SignUps.ts"
import { MessageRecipients } from "../../store/messages/MessageRecipients.ts"
import { formPreview } from "../pages/formPage.ts"
import { payload } from "./payload.ts"

const readInput = payload(FormInput, formRules(checkFormTemplates))

const month = 30 * 86_400_000

// Attributes alone: a shop's policy may forbid styles and scripts in its pages.
const snippetOf = (url: string, { title, fields }: FormInput): string => {
  const height = 420 + 90 * fields.length
  return `<iframe src="${escapeHtml(`${url}/embed`)}" title="${escapeHtml(title)}" width="100%" height="${height}" frameborder="0" loading="lazy"></iframe>`
}

const shownForm = (links: Links["Service"], { account_id, form_id, ...form }: StoredForm): ShownForm => {
  const hosted_url = formLink(links, { account_id, form_id })
  return { id: form_id, ...form, hosted_url, snippet: snippetOf(hosted_url, form) }
}

export const FormsHandlers = HttpApiBuilder.group(
  DashboardApi,
  "forms",
  Effect.fnUntraced(function* (handlers) {
    const links = yield* Links
    const forms = yield* Forms
    const signUps = yield* SignUps
    const recipients = yield* MessageRecipients
    const manage = yield* ManageForms
    const previews = yield* PreviewForms
    const refOf = ({ id: form_id }: { readonly id: string }) =>
      Effect.map(ActingAccount, ({ id: account_id }) => ({ account_id, form_id }))
    const shown = (form: StoredForm) => ({ data: shownForm(links, form) })
    return handlers
      .handle(
        "list",
        Effect.fnUntraced(function* () {
          const { id } = yield* ActingAccount
          const totals = yield* signUps.totals(id, (yield* Clock.currentTimeMillis) - month)
          const none = { asked: 0, confirmed: 0 }
          const listed = yield* forms.list(id)
          return {
            data: listed.map((form) => ({ ...shownForm(links, form), sign_ups: totals.get(form.form_id) ?? none }))
          }
        })
      )
      .handleRaw(
        "create",
        Effect.fnUntraced(function* ({ request }) {
          const { id } = yield* ActingAccount
          // The account of the session exists.
          const stored = manage.create(id, yield* readInput(request))
          return shown(yield* Effect.catchTag(stored, "NotFound", Effect.die))
        })
      )
      .handleRaw(
        "preview",
        Effect.fnUntraced(function* ({ request }) {
          const account = yield* ActingAccount
          const input = yield* readInput(request)
          const store = (yield* recipients.store(account.id)) ?? (yield* new NotFound())
          // The dashboard's policy loads no images of other sites: the name stands for the logo.
          const html = formPreview({ ...store, logo_url: null }, input, "preview")
          return { data: { html, ...(yield* previews.messages(account, input)) } }
        })
      )
      .handle(
        "read",
        Effect.fnUntraced(function* ({ params }) {
          const form = yield* refOf(params)
          const stored = yield* forms.read(form)
          return { data: { ...shownForm(links, stored), wordings: yield* forms.wordings(form) } }
        })
      )
      .handleRaw(
        "save",
        Effect.fnUntraced(function* ({ params, request }) {
          return shown(yield* manage.save(yield* refOf(params), yield* readInput(request)))
        })
      )
      .handle(
        "remove",
        Effect.fnUntraced(function* ({ params }) {
          return shown(yield* manage.remove(yield* refOf(params)))
        })
      )
      .handle(
        "signUps",
        Effect.fnUntraced(function* ({ params, query: { days = "30" } }) {
          return { data: yield* manage.signUps(yield* ActingAccount, params.id, Number(days)) }
        })
      )
  })
)
