import { Effect } from "effect"
import { HttpRouter, type HttpServerRequest, HttpServerResponse } from "effect/http"
import { isCode } from "../../domain/messages/ShortLink.ts"
import { Links } from "../../outbound/templates/Links.ts"
import { ShortLinks } from "../../store/messages/ShortLinks.ts"
import { Admissions } from "../../store/admission/Admissions.ts"
import { ClientAddress } from "../auth/ClientAddress.ts"
import { takeWorkSlot } from "../capacity/CallCapacity.ts"
import { limited } from "../server/Response.ts"
import { answered, noSuchPage } from "./pages.ts"

/**
 * `/s/…`: redirects a short link of a text to the signed link of its address, which records the click (contract §12). Unknown codes draw on
 * a budget of guesses, as large as that of requests, of the client's address; once it is used up, no code is looked up for the address.
 */
export const ShortLinksLayer = HttpRouter.use((router) =>
  Effect.gen(function* () {
    const links = yield* Links
    const shortLinks = yield* ShortLinks
    const admissions = yield* Admissions
    const addresses = yield* ClientAddress
    const guesser = (request: HttpServerRequest.HttpServerRequest) => ({
      digest: null,
      serviceAccountId: null,
      address: `guesses ${addresses.of(request)}`
    })
    const unknownCode = (request: HttpServerRequest.HttpServerRequest) =>
      Effect.map(admissions.admit(guesser(request)), ({ granted, retryAfter }) =>
        granted ? noSuchPage : limited(retryAfter)
      )
    yield* router.add("GET", "/s/:code", (request) =>
      Effect.gen(function* () {
        const { code = "" } = yield* HttpRouter.params
        if (!isCode(code)) return noSuchPage
        const rejection = admissions.remembered(guesser(request))
        if (rejection !== undefined) return limited(rejection.retryAfter)
        yield* takeWorkSlot
        const found = yield* shortLinks.find(code)
        if (found === undefined) return yield* unknownCode(request)
        // The preference page is no click.
        const isOwn = found.url.startsWith(`${links.origin}/`)
        const signed = isOwn ? found.url : links.sign("click", [found.account_id, found.message_id, found.url])
        return HttpServerResponse.redirect(signed, {
          headers: { "Cache-Control": "no-store", "Referrer-Policy": "no-referrer" }
        })
      }).pipe(answered)
    )
  })
)
