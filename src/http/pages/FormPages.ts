import { Clock, Effect } from "effect"
import { HttpRouter, type HttpServerRequest } from "effect/http"
import { judgeSubmission, readSubmission } from "../../domain/forms/readSubmission.ts"
import type { Form } from "../../domain/forms/Form.ts"
import { beginning } from "../../domain/values/Text.ts"
import { isVisitorId } from "../../domain/visits/readSiteCall.ts"
import { makeId } from "../../domain/values/Id.ts"
import { statedLanguage } from "../../domain/languages/Language.ts"
import { type FormIssue, formIssue, Links, openFormIssue } from "../../outbound/templates/Links.ts"
import { SubmitForms } from "../../programs/forms/SubmitForms.ts"
import { ClientAddress } from "../auth/ClientAddress.ts"
import { takeWorkSlot } from "../capacity/CallCapacity.ts"
import { readForm } from "../server/Body.ts"
import { formPage, type ShownForm, thanksPage } from "./formPage.ts"
import { answered, noSuchPage } from "./pages.ts"
import { requestProof } from "./requestProof.ts"

// Bytes.
const maxBody = 32 * 1024

const withoutQuery = (url: string): string => beginning(url.split(/[?#]/, 1)[0] ?? "", 500)

// The script of the site names its visitor to the forms on its pages.
const visitorIn = (url: string): string | null => {
  const given = new URLSearchParams(url.split("?", 2)[1]).get("visitor") ?? ""
  return isVisitorId(given) ? given : null
}

/** `/f/…`: the hosted page of a sign-up form, and the same page for a frame on any site (contract §16). GET changes nothing. */
export const FormPagesLayer = HttpRouter.use((router) =>
  Effect.gen(function* () {
    const links = yield* Links
    const forms = yield* SubmitForms
    const addresses = yield* ClientAddress

    const opened = (request: HttpServerRequest.HttpServerRequest, framed: boolean) =>
      Effect.gen(function* () {
        const { token = "" } = yield* HttpRouter.params
        const [account_id, form_id, ...rest] = links.open("form", token) ?? []
        if (account_id === undefined || form_id === undefined || rest.length > 0) return undefined
        yield* takeWorkSlot
        const read = forms.read({ account_id, form_id })
        const found = yield* Effect.catchTags(read, { NotFound: () => Effect.succeed(undefined) })
        if (found === undefined) return undefined
        const met_in = found.form.language ?? statedLanguage(request.headers["accept-language"]) ?? null
        const language = met_in ?? "en"
        const action = framed ? `/f/${token}/embed` : `/f/${token}`
        return { ...found, met_in, language, action, framed }
      })

    // `at`: when the person first saw the page, so that somebody who mends an entry at once is not taken for a robot.
    const shown = Effect.fnUntraced(function* (
      { form_id, wording_version }: Pick<Form, "form_id" | "wording_version">,
      { page, visitor_id }: Pick<FormIssue, "page" | "visitor_id">,
      at?: number
    ) {
      const shownAt = at ?? (yield* Clock.currentTimeMillis)
      const id = yield* makeId("page")
      const issued = formIssue(links, { form_id, at: shownAt, page, wording_version, id, visitor_id })
      return { issued, values: new URLSearchParams(), issues: new Map(), notice: null } as const
    })

    const show = (framed: boolean) => (request: HttpServerRequest.HttpServerRequest) =>
      Effect.gen(function* () {
        const open = yield* opened(request, framed)
        if (open === undefined) return noSuchPage
        const referrer = framed ? request.headers["referer"] : undefined
        const page = withoutQuery(referrer ?? `${links.origin}${open.action}`)
        const visitor_id = framed ? visitorIn(request.url) : null
        return formPage(open.store, { ...open, ...(yield* shown(open.form, { page, visitor_id })) })
      }).pipe(answered)

    const submit = (framed: boolean) => (request: HttpServerRequest.HttpServerRequest) =>
      Effect.gen(function* () {
        const open = yield* opened(request, framed)
        if (open === undefined) return noSuchPage
        const { store, form, met_in, language, textedCountries } = open
        const values = yield* readForm(request, maxBody)
        const now = yield* Clock.currentTimeMillis
        const issue = openFormIssue(links, values.get("issued") ?? "")
        const thanks = thanksPage(store, open, !form.double_opt_in && form.fields.every(({ key }) => key !== "phone"))
        const judged = judgeSubmission(now, values, issue, form.form_id)
        if (issue === undefined || judged === "robot") return thanks
        const showAgain = Effect.fnUntraced(function* (why: Partial<Pick<ShownForm, "issues" | "notice">>) {
          const again = yield* shown(form, issue, judged === "stale" ? undefined : issue.at)
          return formPage(store, { ...open, ...again, values, ...why })
        })
        if (judged === "stale") return yield* showAgain({ notice: "stale" })
        if (judged === "hidden_field") {
          yield* forms.countRobot(form)
          return yield* showAgain({ notice: "again" })
        }
        const { submission, issues } = readSubmission(form, values, { country: store.country, textedCountries })
        if (issues.size > 0) return yield* showAgain({ issues })
        const { page, visitor_id } = issue
        const proof = { ...requestProof(addresses, request, page), ...(visitor_id === null ? {} : { visitor_id }) }
        const outcome = yield* forms.submit({ form, submission, met_in, language, proof, page: issue })
        if (outcome === "sent_again") return yield* showAgain({ notice: "again" })
        return thanks
      }).pipe(answered)

    yield* router.add("GET", "/f/:token", show(false))
    yield* router.add("GET", "/f/:token/embed", show(true))
    yield* router.add("POST", "/f/:token", submit(false))
    yield* router.add("POST", "/f/:token/embed", submit(true))
  })
)
