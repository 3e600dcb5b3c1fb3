import { Clock, Effect, Schema } from "effect"
import { HttpRouter, type HttpServerRequest } from "effect/http"
import { LeavingReason, PreferenceChoice } from "../../domain/contacts/consentOnPreference.ts"
import { quotas } from "../../domain/capacity/quotas.ts"
import { TopicKey } from "../../domain/topics/Topic.ts"
import { invalid } from "../../domain/ValidationIssue.ts"
import { acceptedLanguage } from "../../domain/languages/Language.ts"
import { Links } from "../../outbound/templates/Links.ts"
import { ChoosePreferences } from "../../programs/contacts/ChoosePreferences.ts"
import { ClientAddress } from "../auth/ClientAddress.ts"
import { takeWorkSlot } from "../capacity/CallCapacity.ts"
import { readForm } from "../server/Body.ts"
import { answered, noSuchPage } from "./pages.ts"
import { preferencePage } from "./preferencePage.ts"
import { requestProof } from "./requestProof.ts"

// Bytes.
const maxBody = 4 * 1024

const isChoice = Schema.is(PreferenceChoice)
const isReason = Schema.is(LeavingReason)
const isKey = Schema.is(TopicKey)

/** The keys of a member that a form repeats. */
const keysOf = (form: URLSearchParams, name: string): ReadonlyArray<string> =>
  [...new Set(form.getAll(name))].filter((key) => isKey(key)).slice(0, quotas.topics.max)

/**
 * `/p/…`: the preference page of a message's contact (contract §14). GET shows it and changes nothing, because mail scanners follow links;
 * POST applies one choice and shows the page again.
 */
export const PreferencePagesLayer = HttpRouter.use((router) =>
  Effect.gen(function* () {
    const links = yield* Links
    const preferences = yield* ChoosePreferences
    const addresses = yield* ClientAddress
    const opened = (request: HttpServerRequest.HttpServerRequest) =>
      Effect.map(HttpRouter.params, ({ token = "" }) => {
        const [account_id, message_id] = links.open("preferences", token) ?? []
        return account_id === undefined || message_id === undefined
          ? undefined
          : { token, account_id, message_id, language: acceptedLanguage(request.headers["accept-language"]) }
      })

    yield* router.add("GET", "/p/:token", (request) =>
      Effect.gen(function* () {
        const message = yield* opened(request)
        if (message === undefined) return noSuchPage
        yield* takeWorkSlot
        const page = yield* preferences.read(message, message.language)
        return page === undefined ? noSuchPage : preferencePage(page, message, yield* Clock.currentTimeMillis)
      }).pipe(answered)
    )
    yield* router.add("POST", "/p/:token", (request) =>
      Effect.gen(function* () {
        const message = yield* opened(request)
        if (message === undefined) return noSuchPage
        const form = yield* readForm(request, maxBody)
        const choice = form.get("choice")
        const reason = form.get("reason")
        if (!isChoice(choice)) return yield* invalid("choice", `Must be one of ${PreferenceChoice.literals.join(", ")}`)
        const outcome = yield* preferences.choose({
          message,
          language: message.language,
          choice,
          topics: { shown: keysOf(form, "shown"), ticked: keysOf(form, "topic") },
          reason: isReason(reason) ? reason : undefined,
          // Without its token, which lets its holder choose.
          proof: requestProof(addresses, request, `${links.origin}/p/`)
        })
        const page = yield* preferences.read(message, message.language)
        return page === undefined ? noSuchPage : preferencePage(page, message, yield* Clock.currentTimeMillis, outcome)
      }).pipe(answered)
    )
  })
)
