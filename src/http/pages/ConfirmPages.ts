import { Effect } from "effect"
import { HttpRouter, type HttpServerRequest } from "effect/http"
import { confirmationTexts } from "../../domain/languages/confirmationTexts.ts"
import { acceptedLanguage, filled } from "../../domain/languages/Language.ts"
import { Links } from "../../outbound/templates/Links.ts"
import { SubmitForms } from "../../programs/forms/SubmitForms.ts"
import { ClientAddress } from "../auth/ClientAddress.ts"
import { takeWorkSlot } from "../capacity/CallCapacity.ts"
import { answered, noSuchPage } from "./pages.ts"
import { requestProof } from "./requestProof.ts"
import { buttonForm, paragraph, storePage } from "./storePage.ts"

/** `/o/…`: GET shows a button, because mail scanners follow links; POST confirms the sign-up that the mail asked about (contract §16). */
export const ConfirmPagesLayer = HttpRouter.use((router) =>
  Effect.gen(function* () {
    const links = yield* Links
    const signUps = yield* SubmitForms
    const addresses = yield* ClientAddress
    const opened = (request: HttpServerRequest.HttpServerRequest) =>
      Effect.gen(function* () {
        const { token = "" } = yield* HttpRouter.params
        const [account_id, message_id] = links.open("confirm", token) ?? []
        if (account_id === undefined || message_id === undefined) return undefined
        yield* takeWorkSlot
        const message = { account_id, message_id }
        const store = yield* signUps.store(message)
        if (store === undefined) return undefined
        const language = acceptedLanguage(request.headers["accept-language"])
        return { token, message, store, language, texts: confirmationTexts[language] }
      })

    yield* router.add("GET", "/o/:token", (request) =>
      Effect.gen(function* () {
        const open = yield* opened(request)
        if (open === undefined) return noSuchPage
        const { token, store, language, texts } = open
        const content = [
          paragraph(filled(texts.confirmText, { store: store.name })),
          buttonForm(token, texts.confirmButton)
        ]
        return storePage(store, { language, title: texts.confirm, content })
      }).pipe(answered)
    )
    yield* router.add("POST", "/o/:token", (request) =>
      Effect.gen(function* () {
        const open = yield* opened(request)
        if (open === undefined) return noSuchPage
        const { message, store, language, texts } = open
        // The page without its token, which lets its holder confirm.
        const decision = yield* signUps.confirm(message, requestProof(addresses, request, `${links.origin}/o/`))
        const isVoid = decision === "void"
        return storePage(store, {
          language,
          title: isVoid ? texts.void : texts.confirmed,
          content: [paragraph(filled(isVoid ? texts.voidText : texts.confirmedText, { store: store.name }))],
          status: isVoid ? 410 : 200
        })
      }).pipe(answered)
    )
  })
)
