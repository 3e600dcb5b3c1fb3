import { Effect } from "effect"
import { HttpRouter, type HttpServerRequest } from "effect/http"
import type { MessageRef } from "../../domain/messages/Message.ts"
import { acceptedLanguage, filled, type Language } from "../../domain/languages/Language.ts"
import { Links } from "../../outbound/templates/Links.ts"
import { ApplyConsentSignals } from "../../programs/contacts/ApplyConsentSignals.ts"
import { ChoosePreferences } from "../../programs/contacts/ChoosePreferences.ts"
import type { UnsubscribePage } from "../../programs/messages/UnsubscribePages.ts"
import { takeWorkSlot } from "../capacity/CallCapacity.ts"
import { answered, noSuchPage } from "./pages.ts"
import { buttonForm, linkTo, paragraph, storePage } from "./storePage.ts"
import { unsubscribeTexts } from "../../domain/languages/unsubscribeTexts.ts"

// The page shows this if the database does not answer, or the account is gone.
const unknown: UnsubscribePage = {
  store: { name: "this sender", timezone: "UTC", country: "US", logo_url: null, color: null },
  email: null,
  isSubscribed: true,
  canReturn: false
}

/** A page in a language, with the address of the preference page of the same message. */
interface Shown {
  readonly page: UnsubscribePage
  readonly token: string
  readonly language: Language
  readonly preferences: string
}

/** The address without its domain, since links are forwarded. */
const shortened = (email: string): string => `${email.slice(0, email.lastIndexOf("@"))}@…`

const wordsOf = ({ page: { store, email }, language }: Pick<Shown, "page" | "language">) => {
  const texts = unsubscribeTexts[language]
  const values = { store: store.name, address: email === null ? "" : shortened(email) }
  const named = (text: string, plain: string) => filled(email === null ? plain : text, values)
  return { texts, values, named }
}

const question = ({ page, token, language, preferences }: Shown) => {
  const { texts, named } = wordsOf({ page, language })
  return storePage(page.store, {
    language,
    title: named(texts.question, texts.plainQuestion),
    content: [paragraph(texts.effect), buttonForm(token, texts.unsubscribe), linkTo(preferences, texts.choices)]
  })
}

const done = ({ page, token, language, preferences }: Shown) => {
  const { texts, named } = wordsOf({ page, language })
  return storePage(page.store, {
    language,
    title: texts.done,
    content: [
      paragraph(named(texts.doneFor, texts.plainDoneFor)),
      ...(page.canReturn ? [paragraph(texts.mistake), buttonForm(`${token}/resubscribe`, texts.subscribeAgain)] : []),
      linkTo(preferences, texts.choices)
    ]
  })
}

/**
 * `/u/…`: GET shows a form, because mail scanners follow links; POST unsubscribes, also by the one click of RFC 8058. POST to
 * `…/resubscribe` takes that back (contract §4.7).
 */
export const UnsubscribeLayer = HttpRouter.use((router) =>
  Effect.gen(function* () {
    const links = yield* Links
    const signals = yield* ApplyConsentSignals
    const pages = yield* ChoosePreferences
    const opened = (request: HttpServerRequest.HttpServerRequest) =>
      Effect.map(HttpRouter.params, ({ token = "" }) => {
        const [account_id, message_id] = links.open("unsubscribe", token) ?? []
        if (account_id === undefined || message_id === undefined) return undefined
        const language = acceptedLanguage(request.headers["accept-language"])
        // At the host that the page is read at, which may be a tracking domain.
        const preferences = new URL(links.sign("preferences", [account_id, message_id])).pathname
        return { token, account_id, message_id, language, preferences }
      })
    const read = (message: MessageRef) =>
      pages.readUnsubscribePage(message).pipe(
        Effect.map((page = unknown) => page),
        Effect.orElseSucceed(() => unknown)
      )

    yield* router.add("GET", "/u/:token", (request) =>
      Effect.gen(function* () {
        const message = yield* opened(request)
        if (message === undefined) return noSuchPage
        const page = yield* takeWorkSlot.pipe(
          Effect.andThen(read(message)),
          Effect.orElseSucceed(() => unknown)
        )
        return page.isSubscribed ? question({ ...message, page }) : done({ ...message, page })
      })
    )
    yield* router.add("POST", "/u/:token", (request) =>
      Effect.gen(function* () {
        const message = yield* opened(request)
        if (message === undefined) return noSuchPage
        yield* takeWorkSlot
        yield* signals.unsubscribe(message)
        return done({ ...message, page: yield* read(message) })
      }).pipe(answered)
    )
    yield* router.add("POST", "/u/:token/resubscribe", (request) =>
      Effect.gen(function* () {
        const message = yield* opened(request)
        if (message === undefined) return noSuchPage
        yield* takeWorkSlot
        const isSubscribed = yield* signals.resubscribe(message)
        const page = yield* read(message)
        const { texts, values } = wordsOf({ page, language: message.language })
        return storePage(page.store, {
          language: message.language,
          title: isSubscribed ? texts.again : texts.stays,
          content: [
            paragraph(filled(isSubscribed ? texts.againFor : texts.staysFor, values)),
            linkTo(message.preferences, texts.choices)
          ]
        })
      }).pipe(answered)
    )
  })
)
