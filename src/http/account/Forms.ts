import { Clock, Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../../api/Api.ts"
import { CallingAccount } from "../../api/CallingAccount.ts"
import { DashboardApi } from "../../api/dashboard/DashboardApi.ts"
import type { FormsGroup } from "../../api/Forms.ts"
import { accountId } from "./accountId.ts"
import type { HandlersOf } from "./AccountGroup.ts"
import { NotFound } from "../../domain/Errors.ts"
import { FormInput } from "../../domain/forms/Form.ts"
import { FormTextLimits } from "../../domain/forms/FormTextLimits.ts"
import { formRules } from "../../domain/forms/formRules.ts"
import type { ShownForm } from "../../domain/forms/ShownForm.ts"
import type { StoredForm } from "../../domain/forms/StoredForm.ts"
import { escapeHtml } from "../../domain/values/escapeHtml.ts"
import { checkFormTemplates } from "../../outbound/templates/checkFormTemplates.ts"
import { formLink, Links } from "../../outbound/templates/Links.ts"
import { ManageForms } from "../../programs/forms/ManageForms.ts"
import { Accounts } from "../../store/accounts/Accounts.ts"
import { Forms } from "../../store/forms/Forms.ts"
import { SignUps } from "../../store/forms/SignUps.ts"
import { MessageQueries } from "../../store/messages/MessageQueries.ts"
import { formPreview } from "../pages/formPage.ts"
import { payload } from "../server/payload.ts"

const readInput = payload(FormInput, formRules(checkFormTemplates))

const readTextLimits = payload(FormTextLimits)

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

const build = Effect.fnUntraced(function* (handlers: HandlersOf<typeof FormsGroup>) {
  const accounts = yield* Accounts
  const links = yield* Links
  const forms = yield* Forms
  const signUps = yield* SignUps
  const messages = yield* MessageQueries
  const manage = yield* ManageForms
  const refOf = ({ id: form_id }: { readonly id: string }) =>
    Effect.map(accountId, (account_id) => ({ account_id, form_id }))
  const counted = Effect.fnUntraced(function* (account_id: string) {
    const totals = yield* signUps.totals(account_id, (yield* Clock.currentTimeMillis) - month)
    return ({ form_id }: StoredForm) => {
      const { asked = 0, confirmed = 0, robots = 0, unsent_texts = 0 } = totals.get(form_id) ?? {}
      return { sign_ups: { asked, confirmed }, rejected: { robots, unsent_texts } }
    }
  })
  const shown = (form: StoredForm) => ({ data: shownForm(links, form) })
  return handlers
    .handle(
      "list",
      Effect.fnUntraced(function* () {
        const { account_id: id } = yield* CallingAccount
        const countsOf = yield* counted(id)
        const listed = yield* forms.list(id)
        return {
          data: listed.map((form) => ({ ...shownForm(links, form), ...countsOf(form) }))
        }
      })
    )
    .handleRaw(
      "create",
      Effect.fnUntraced(function* ({ request }) {
        const { account_id: id } = yield* CallingAccount
        // The account of the call exists.
        const stored = manage.create(id, yield* readInput(request))
        return shown(yield* Effect.catchTag(stored, "NotFound", Effect.die))
      })
    )
    .handleRaw(
      "preview",
      Effect.fnUntraced(function* ({ request }) {
        const account = yield* accounts.find((yield* CallingAccount).account_id)
        const input = yield* readInput(request)
        const store = (yield* messages.store(account.id)) ?? (yield* new NotFound())
        // The dashboard's policy loads no images of other sites: the name stands for the logo.
        const html = formPreview({ ...store, logo_url: null }, input, "preview")
        return { data: { html, ...(yield* manage.previewMessages(account, input)) } }
      })
    )
    .handle(
      "get",
      Effect.fnUntraced(function* ({ params }) {
        const form = yield* refOf(params)
        const stored = yield* forms.read(form)
        const { rejected } = (yield* counted(form.account_id))(stored)
        return { data: { ...shownForm(links, stored), rejected, wordings: yield* forms.wordings(form) } }
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
      "readTexts",
      Effect.fnUntraced(function* () {
        const { account_id: id } = yield* CallingAccount
        return { data: yield* forms.textLimits(id) }
      })
    )
    .handleRaw(
      "setTexts",
      Effect.fnUntraced(function* ({ request }) {
        const { account_id: id } = yield* CallingAccount
        yield* manage.setTexts(id, yield* readTextLimits(request))
        return { data: yield* forms.textLimits(id) }
      })
    )
    .handle(
      "signUps",
      Effect.fnUntraced(function* ({ params, query: { days = "30" } }) {
        return { data: yield* manage.signUps(yield* accounts.find(yield* accountId), params.id, Number(days)) }
      })
    )
})

export const FormsHandlers = HttpApiBuilder.group(Api, "forms", build)
export const DashboardFormsHandlers = HttpApiBuilder.group(DashboardApi, "forms", build)
