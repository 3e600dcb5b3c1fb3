import { Clock, Effect } from "effect"
import { HttpRouter, type HttpServerRequest, HttpServerResponse } from "effect/http"
import { formTexts } from "../../domain/forms/formTexts.ts"
import { fillTime, isRobot, readSubmission } from "../../domain/forms/readSubmission.ts"
import { beginning } from "../../domain/values/Text.ts"
import { acceptedLanguage } from "../../domain/values/Language.ts"
import { formIssue, Links, openFormIssue } from "../../messages/templates/Links.ts"
import { SubmitForms } from "../../programs/forms/SubmitForms.ts"
import { Admissions } from "../../store/admission/Admissions.ts"
import { ClientAddress } from "../auth/ClientAddress.ts"
import { takeWorkSlot } from "../capacity/CallCapacity.ts"
import { readForm } from "../server/Body.ts"
import { formPage, thanksPage } from "./formPage.ts"
import { answered, noSuchPage } from "./pages.ts"
import { requestProof } from "./requestProof.ts"
import { storePage } from "./storePage.ts"

// Bytes.
const maxBody = 32 * 1024

const withoutQuery = (url: string): string => beginning(url.split(/[?#]/, 1)[0] ?? "", 500)

/** Charges a request to the budget of its client address; the response beyond it, else undefined (contract §7). */
const overBudget = Effect.gen(function* () {
  const admissions = yield* Admissions
  const addresses = yield* ClientAddress
  return Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest) {
    const admission = yield* admissions.admit({
      digest: null,
      serviceAccountId: null,
      address: addresses.of(request)
    })
    if (admission.granted) return undefined
    // Without the store's name, which would take the database.
    const language = acceptedLanguage(request.headers["accept-language"])
    const page = { language, title: formTexts[language].tooMany, content: [], status: 429 }
    const response = storePage({ name: "", logo_url: null, color: null }, page)
    return HttpServerResponse.setHeader(response, "Retry-After", String(admission.retryAfter))
  })
})

/** `/f/…`: the hosted page of a sign-up form, and the same page for a frame on any site (contract §16). GET changes nothing. */
export const FormPagesLayer = HttpRouter.use((router) =>
  Effect.gen(function* () {
    const links = yield* Links
    const forms = yield* SubmitForms
    const addresses = yield* ClientAddress
    const chargeAddress = yield* overBudget

    const opened = (request: HttpServerRequest.HttpServerRequest, framed: boolean) =>
      Effect.gen(function* () {
        const { token = "" } = yield* HttpRouter.params
        const [account_id, form_id, ...rest] = links.open("form", token) ?? []
        if (account_id === undefined || form_id === undefined || rest.length > 0) return undefined
        yield* takeWorkSlot
        const read = forms.read({ account_id, form_id })
        const found = yield* Effect.catchTags(read, { NotFound: () => Effect.succeed(undefined) })
        if (found === undefined) return undefined
        const language = found.form.language ?? acceptedLanguage(request.headers["accept-language"])
        const action = framed ? `/f/${token}/embed` : `/f/${token}`
        return { ...found, language, action, framed }
      })

    const shown = Effect.fnUntraced(function* (form_id: string, page: string) {
      const issued = formIssue(links, { form_id, at: yield* Clock.currentTimeMillis, page })
      return { issued, values: new URLSearchParams(), issues: new Map(), isStale: false } as const
    })

    const show = (framed: boolean) => (request: HttpServerRequest.HttpServerRequest) =>
      Effect.gen(function* () {
        const open = yield* opened(request, framed)
        if (open === undefined) return noSuchPage
        const referrer = framed ? request.headers["referer"] : undefined
        const page = withoutQuery(referrer ?? `${links.origin}${open.action}`)
        return formPage(open.store, { ...open, ...(yield* shown(open.form.form_id, page)) })
      }).pipe(answered)

    const submit = (framed: boolean) => (request: HttpServerRequest.HttpServerRequest) =>
      Effect.gen(function* () {
        const rejected = yield* chargeAddress(request)
        if (rejected !== undefined) return rejected
        const open = yield* opened(request, framed)
        if (open === undefined) return noSuchPage
        const { store, form, language } = open
        const values = yield* readForm(request, maxBody)
        const now = yield* Clock.currentTimeMillis
        const issue = openFormIssue(links, values.get("issued") ?? "")
        const thanks = thanksPage(store, open, !form.double_opt_in && form.fields.every(({ key }) => key !== "phone"))
        if (issue === undefined || isRobot(now, values, issue, form.form_id)) return thanks
        const again = yield* shown(form.form_id, issue.page)
        if (now - issue.at > fillTime.most) return formPage(store, { ...open, ...again, values, isStale: true })
        const { submission, issues } = readSubmission(form, values, store.country)
        if (issues.size > 0) return formPage(store, { ...open, ...again, values, issues })
        const evidence = requestProof(addresses, request, issue.page)
        const proof = { ...evidence, wording: form.wording, wording_version: form.wording_version }
        yield* forms.submit({ form, submission, language, proof })
        return thanks
      }).pipe(answered)

    yield* router.add("GET", "/f/:token", show(false))
    yield* router.add("GET", "/f/:token/embed", show(true))
    yield* router.add("POST", "/f/:token", submit(false))
    yield* router.add("POST", "/f/:token/embed", submit(true))
  })
)

export const formRoutes = [
  ["GET", "/f/:token"],
  ["POST", "/f/:token"],
  ["GET", "/f/:token/embed"],
  ["POST", "/f/:token/embed"]
] as const
